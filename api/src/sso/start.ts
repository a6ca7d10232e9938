import { appError } from "../http/errors.ts";
import type { Begin, Browser } from "./begin.ts";
import type { Providers } from "./providers.ts";
import { isConfigured, type SsoRecords } from "./sso-records.ts";

interface StartDeps {
  records: Pick<SsoRecords, "find" | "setFailure">;
  providers: Pick<Providers, "reach">;
  begin: Begin;
}

export type StartSignIn = ReturnType<typeof createStartSignIn>;

/**
 * Starts a sign-in that a provider, or a link in its portal, asks for (OpenID Connect Core 1.0, 4). What it says names an
 * organization, whose own provider it must be, and nothing else: whoever comes back has signed in there as always.
 */
export function createStartSignIn({ records, providers, begin }: StartDeps) {
  /** @throws AppError SSO_FAILED, alike for all that is wrong with the address, or SSO_UNAVAILABLE */
  return async (browser: Browser, organizationId: string, issuer: string, now: Date) => {
    const sso = await records.find(organizationId);
    if (!isConfigured(sso) || sso.provider.issuer !== issuer || sso.confirmed.length === 0)
      throw appError("SSO_FAILED", {
        text: "This address starts no sign-in. Sign in with your email address instead.",
      });
    const provider = await providers.reach(sso);
    if (provider === undefined) {
      await records.setFailure(sso._id, { reason: "unreachable", at: now });
      throw appError("SSO_UNAVAILABLE");
    }
    return begin(browser, sso, provider, { rememberMe: false }, now);
  };
}
