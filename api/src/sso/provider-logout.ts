import { decodeJwt, jwtVerify } from "jose";
import type { Users } from "../auth/accounts/users.ts";
import type { Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { Providers } from "./providers.ts";
import { isConfigured, type SsoRecords } from "./sso-records.ts";

interface ProviderLogoutDeps {
  users: Users;
  sessions: Sessions;
  records: SsoRecords;
  providers: Providers;
  log: Logger;
}

/** The id of a session at the provider; some write figures. */
export const sidOf = (sid: unknown): string | undefined =>
  typeof sid === "string" || typeof sid === "number" ? String(sid) : undefined;

/** OpenID Connect Back-Channel Logout 1.0, 2.4 */
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const toleranceSeconds = 30;
const oldestSeconds = 5 * 60;

/** Ends sessions that a provider has opened, when it says so. A token that is sent again ends no later session. */
export function createProviderLogout({ users, sessions, records, providers, log }: ProviderLogoutDeps) {
  /** @throws AppError SSO_FAILED */
  return async (organizationId: string, logoutToken: string, now: Date): Promise<void> => {
    const sso = await records.find(organizationId);
    const claimed = issuerOf(logoutToken);
    if (claimed !== undefined && sso?.former?.includes(claimed)) {
      // Nobody is signed in by an earlier provider, whoever says so: its sessions have ended with it. Those that a crash has
      // left do so now.
      await sessions.endByProvider({ organizationId, issuer: claimed }, { before: now }, now);
      return;
    }
    const provider = isConfigured(sso) ? await providers.reach(sso) : undefined;
    if (!isConfigured(sso) || provider === undefined) throw appError("SSO_FAILED");
    const { issuer, keys } = provider;
    const { payload } = await jwtVerify(logoutToken, keys, {
      issuer,
      audience: sso.provider.clientId,
      clockTolerance: toleranceSeconds,
      maxTokenAge: oldestSeconds,
      requiredClaims: ["iat", "jti", "events"],
      currentDate: now,
    }).catch((thrown: unknown) => {
      log.warn(
        { err: { message: (thrown as Error).message }, organization: organizationId },
        "logout token refused",
      );
      throw appError("SSO_FAILED", { cause: thrown });
    });
    const { sub, events, nonce, iat = 0 } = payload;
    const sid = sidOf(payload.sid);
    const isLogout = typeof events === "object" && events !== null && Object.hasOwn(events, logoutEvent);
    // A nonce would make it an ID token (2.6).
    const isNamed = sub !== undefined || sid !== undefined;
    if (!isLogout || nonce !== undefined || !isNamed) throw appError("SSO_FAILED");
    const user =
      sub === undefined ? undefined : await users.findByIdentity(organizationId, { issuer, subject: sub });
    // Nobody here has this identity.
    if (user === null) return;
    // Of a session that is not known here, the owner is signed out everywhere.
    const isUnknown =
      user !== undefined && sid !== undefined && !(await sessions.hasSid(issuer, user._id, sid));
    await sessions.endByProvider(
      { organizationId, issuer, ...(sid !== undefined && !isUnknown && { sid }) },
      { userId: user?._id, before: new Date((iat + toleranceSeconds) * 1000) },
      now,
    );
  };
}

/** What the token says of itself: its signature is not looked at. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
