import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { AccessTokens } from "./access-token.ts";
import { requireActive } from "./account-problem.ts";
import type { Organizations } from "./accounts/organizations.ts";
import type { Users } from "./accounts/users.ts";
import { belongs } from "./authenticate.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { Place, SessionDoc, Sessions } from "./sessions.ts";

interface RenewalDeps {
  tokens: AccessTokens;
  sessions: Sessions;
  users: Users;
  organizations: Organizations;
  cookies: RenewalCookies;
  log: Logger;
  onTheft: (session: SessionDoc) => void;
}

/** Exchanges a renewal cookie for its successor and a new access token. */
export function createRenewal(deps: RenewalDeps) {
  const { tokens, sessions, users, organizations, cookies, log, onTheft } = deps;
  /** @throws AppError SESSION_EXPIRED, or the code of an account that is not active */
  return async (cookie: string | undefined, place: Place, now: Date) => {
    const ticket = cookie === undefined ? undefined : cookies.open(cookie);
    if (ticket === undefined) throw appError("SESSION_EXPIRED");
    const renewal = await sessions.renew(ticket, place, now);
    if (renewal.outcome === "theft") {
      log.warn({ session: ticket.sessionId, user: renewal.session.userId }, "renewal cookie presented again");
      onTheft(renewal.session);
    }
    if (renewal.outcome !== "renewed") throw appError("SESSION_EXPIRED");
    const { session, n } = renewal;
    const user = await users.findForRequest(session.userId);
    if (user === null || !belongs(session, user)) throw appError("SESSION_EXPIRED");
    requireActive(user);
    const organization = (await organizations.find(user.organizationId)) ?? null;
    return { accessToken: tokens.issue(user, session._id), organization, session, n };
  };
}
