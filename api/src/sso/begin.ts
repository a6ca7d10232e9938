import type { Request, Response } from "express";
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from "openid-client";
import { cookiesOf } from "../auth/browser.ts";
import { redirectAddress } from "./addresses.ts";
import type { Attempts } from "./attempts.ts";
import type { Provider } from "./providers.ts";
import type { SsoCookies } from "./sso-cookie.ts";

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
    organizationId: string,
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
      scope: "openid email profile",
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      ...(email !== undefined && { login_hint: email }),
    });
    return { signInAt: address.href };
  };
}
