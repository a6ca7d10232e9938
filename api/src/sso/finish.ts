import type { Language } from "@souffleur/contracts";
import type { SsoFailure } from "@souffleur/contracts/sso";
import type { Request } from "express";
import { compactVerify } from "jose";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ClientError,
  type Configuration,
  fetchUserInfo,
} from "openid-client";
import type { Auth } from "../auth/auth.ts";
import { cookiesOf, placeOf } from "../auth/browser.ts";
import { type AppError, appError, isAppError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { createSsoAccounts } from "./accounts.ts";
import { redirectAddress } from "./addresses.ts";
import type { Attempts } from "./attempts.ts";
import { type Claims, isRoleAbsent, joinClaims } from "./claims.ts";
import { sidOf } from "./provider-logout.ts";
import type { Provider, Providers } from "./providers.ts";
import type { SsoCookies } from "./sso-cookie.ts";
import { type ConfiguredSso, isConfigured, type SsoRecords } from "./sso-records.ts";

interface FinishDeps {
  records: SsoRecords;
  providers: Providers;
  attempts: Attempts;
  cookies: SsoCookies;
  accounts: ReturnType<typeof createSsoAccounts>;
  admit: Auth["admit"];
  publicUrl: string;
  log: Logger;
}

type Attempt = NonNullable<Awaited<ReturnType<Attempts["use"]>>>;

/** What the card says where the provider answers with no sign-in, and where its answer gives no account. */
const refusals = new Map<string, SsoFailure>([
  ["SSO_REFUSED", "denied"],
  ["SSO_UNAVAILABLE", "unreachable"],
]);
const misses = new Map<string, SsoFailure>([
  ["SSO_REFUSED", "address"],
  ["SSO_UNAVAILABLE", "information"],
]);

/** Completes sign-ins with what providers have sent browsers back with. */
export function createFinish(deps: FinishDeps) {
  const { records, providers, attempts, cookies, accounts, admit, publicUrl, log } = deps;

  /** Exchanges the code, and checks all that the provider says. */
  async function identify({ configuration, keys }: Provider, query: string, attempt: Attempt) {
    const address = new URL(redirectAddress(publicUrl, attempt.organizationId));
    address.search = query;
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw new Error("no ID token");
    // Tokens come over TLS, but a signature proves more: it is checked as well.
    await compactVerify(tokens.id_token ?? "", keys);
    const info = await informationOf(configuration, tokens.access_token, idToken.sub);
    const { sub, sid } = idToken;
    return { sub, sid: sidOf(sid), claims: joinClaims(info ?? {}, idToken), isPartial: info === undefined };
  }

  /** Undefined where the provider gives none: the token may say all that is needed. */
  async function informationOf(configuration: Configuration, accessToken: string, sub: string) {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return fetchUserInfo(configuration, accessToken, sub).catch((thrown: unknown): Claims | undefined => {
      // Another person's.
      if (thrown instanceof ClientError && thrown.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
        throw thrown;
      log.warn({ err: briefly(thrown) }, "no user information from the provider");
      return undefined;
    });
  }

  /** Shows the organization's administrators why a sign-in went wrong. */
  const note = (sso: ConfiguredSso, reason: SsoFailure, at: Date) =>
    records.setFailure(sso._id, { reason, at });

  /**
   * @param query the query of the address to which the provider has led the browser
   * @throws AppError SSO_FAILED, SSO_REFUSED, SSO_UNAVAILABLE, SERVER_BUSY, or the code of an account that is not active
   */
  return async (
    { organizationId, query }: { organizationId: string; query: string },
    { req, language }: { req: Request; language: Language },
    now: Date,
  ) => {
    const state = new URLSearchParams(query).get("state") ?? "";
    const browser = cookies.read(cookiesOf(req)) ?? "";
    const attempt = await attempts.use(state, browser, organizationId, now);
    const sso = await records.find(organizationId);
    if (attempt === undefined || !isConfigured(sso)) throw appError("SSO_FAILED");
    const provider = await providers.reach(sso);
    if (provider === undefined) {
      await note(sso, "unreachable", now);
      throw appError("SSO_UNAVAILABLE");
    }
    if (provider.issuer !== attempt.issuer) throw appError("SSO_FAILED");
    const identified = await identify(provider, query, attempt).catch(async (thrown: unknown) => {
      log.warn({ err: briefly(thrown), organization: organizationId }, "sign-in through a provider failed");
      providers.forget(sso);
      const refusal = refusalOf(thrown);
      await note(sso, refusals.get(refusal.code) ?? "answer", now);
      throw refusal;
    });
    // Its answer has taken a while, in which the provider may have been replaced.
    const current = await records.find(organizationId);
    if (!isConfigured(current) || current.provider.issuer !== provider.issuer) throw appError("SSO_FAILED");
    const place = placeOf(req);
    const { sub, sid, claims, isPartial } = identified;
    const identity = { issuer: provider.issuer, subject: sub };
    const visit = { source: place.source, language };
    const user = await accounts
      .find(current, { identity, claims, isPartial }, visit, now)
      .catch(async (thrown: unknown) => {
        const reason = isAppError(thrown) ? misses.get(thrown.code) : undefined;
        if (reason !== undefined) await note(current, reason, now);
        throw thrown;
      });
    if (isRoleAbsent(claims, current.provider)) await note(current, "roles", now);
    return {
      email: user.email,
      entry: await admit(
        user,
        {
          rememberMe: attempt.rememberMe,
          place,
          language,
          provider: { organizationId, issuer: identity.issuer, ...(sid !== undefined && { sid }) },
        },
        now,
      ),
    };
  };
}

function refusalOf(thrown: unknown): AppError {
  if (thrown instanceof AuthorizationResponseError && thrown.error === "access_denied")
    return appError("SSO_REFUSED");
  // The library gives what it has judged itself a code, and the connection's own errors none.
  const code = thrown instanceof ClientError ? thrown.code : "answered";
  const isUnanswered = code === undefined || code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT";
  return appError(isUnanswered ? "SSO_UNAVAILABLE" : "SSO_FAILED", { cause: thrown });
}

/** Without what the provider has sent: its answers hold codes and tokens. */
function briefly(thrown: unknown) {
  const { name, message, code } = thrown as Error & { code?: unknown };
  return { name, message, code };
}
