import type { Audit } from "../audit/audit.ts";
import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { IssueToken } from "./access-token.ts";
import { requireActive } from "./account-problem.ts";
import type { Organizations } from "./accounts/organizations.ts";
import type { Users } from "./accounts/users.ts";
import { belongs } from "./authenticate.ts";
import type { RenewalCookies } from "./renewal-cookie.ts";
import type { Place, Sessions } from "./sessions.ts";
import type { Elsewhere } from "./sign-in.ts";

interface RenewalDeps {
  issue: IssueToken;
  sessions: Sessions;
  users: Users;
  organizations: Organizations;
  cookies: RenewalCookies;
  mayGoOn: Elsewhere["mayGoOn"];
  audit: Pick<Audit, "wake">;
  log: Logger;
}

/** Exchanges a renewal cookie for its successor and a new access token. */
export function createRenewal(deps: RenewalDeps) {
  const { issue, sessions, users, organizations, cookies, mayGoOn, audit, log } = deps;

  /** @throws AppError SESSION_EXPIRED, or the code of an account that is not active */
  return async (cookie: string | undefined, place: Place, now: Date) => {
    const ticket = cookie === undefined ? undefined : cookies.open(cookie);
    if (ticket === undefined) throw appError("SESSION_EXPIRED");
    const renewal = await sessions.renew(ticket, place, now);
    if (renewal.outcome === "theft") {
      log.warn({ session: ticket.sessionId, user: renewal.session.userId }, "renewal cookie presented again");
      audit.wake();
    }
    if (renewal.outcome !== "renewed") throw appError("SESSION_EXPIRED");
    const { session, n } = renewal;
    const user = await users.findForRequest(session.userId);
    if (user === null || !belongs(session, user)) throw appError("SESSION_EXPIRED");
    requireActive(user);
    if (!(await mayGoOn(user, session.provider))) {
      await sessions.end(session._id, now);
      throw appError("SESSION_EXPIRED");
    }
    const { organization = null, passkeys } = await organizations.findWithDemand(user.organizationId);
    return { ...(await issue(user, session, passkeys, now)), organization, session, n };
  };
}
