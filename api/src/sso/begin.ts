import type { Request, Response } from "express";
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import { cookiesOf } from "../auth/browser.ts";
import { redirectAddress } from "./addresses.ts";
import type { Attempts } from "./attempts.ts";
import type { Provider } from "./providers.ts";
import type { SsoCookies } from "./sso-cookie.ts";
import type { ConfiguredSso } from "./sso-records.ts";

export type Browser = { req: Request; res: Response };
export type Begin = ReturnType<typeof createBegin>;

interface BeginDeps {
  attempts: Attempts;
  cookies: SsoCookies;
  publicUrl: string;
}

/** Begins a sign-in at an organization's provider, in one browser. */
export function createBegin({ attempts, cookies, publicUrl }: BeginDeps) {
  return async (
    { req, res }: Browser,
    { _id: organizationId, provider: { roleClaim } }: ConfiguredSso,
    provider: Provider,
    { email, rememberMe }: { email?: string; rememberMe: boolean },
    now: Date,
  ): Promise<{ signInAt: string }> => {
    const wanted = { organizationId, issuer: provider.issuer, rememberMe };
    const known = cookies.read(cookiesOf(req));
    const { state, nonce, codeVerifier, browser } = await attempts.begin(wanted, known, now);
    res.append("Set-Cookie", cookies.set(browser));
    const address = buildAuthorizationUrl(provider.configuration, {
      redirect_uri: redirectAddress(publicUrl, organizationId),
      scope: scopeOf(provider, roleClaim),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      ...(email !== undefined && { login_hint: email }),
    });
    return { signInAt: address.href };
  };
}

/** Okta sends groups for a scope of that name alone, and AD FS what its rules give for "allatclaims". */
function scopeOf({ configuration }: Provider, roleClaim: string): string {
  const listed = new Set(configuration.serverMetadata().scopes_supported);
  const asked = [roleClaim, "allatclaims"].filter((scope) => scope !== "" && listed.has(scope));
  return [...new Set(["openid", "email", "profile", ...asked])].join(" ");
}
