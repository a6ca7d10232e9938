import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { Authenticate, Caller } from "../http/guard.ts";
import type { AccessTokens } from "./access-token.ts";
import { requireActive } from "./account-problem.ts";
import type { Organizations } from "./accounts/organizations.ts";
import { demandedFrom } from "./accounts/passkey-demand.ts";
import type { RequestUser, Users } from "./accounts/users.ts";
import type { SessionDoc, Sessions } from "./sessions.ts";

interface AuthenticateDeps {
  tokens: AccessTokens;
  sessions: Sessions;
  users: Users;
  organizations: Organizations;
}

/**
 * Each request reads its session and its account, so that a sign-out and a deactivation take effect at once, and a
 * changed role makes the browser renew its token.
 */
export function createAuthenticate({
  tokens,
  sessions,
  users,
  organizations,
}: AuthenticateDeps): Authenticate {
  /** The demand may have been withdrawn since the token was issued; it is read for those alone whom it would stop. */
  const isDemanded = async ({ role, organizationId }: RequestUser): Promise<boolean> => {
    const from = demandedFrom(role, (await organizations.findWithDemand(organizationId)).passkeys);
    return from !== undefined && from.getTime() <= clock.ms();
  };
  return async (token, { withoutPasskey = false } = {}): Promise<Caller> => {
    const claims = tokens.read(token);
    const [session, user] = await Promise.all([
      sessions.findLive(claims.sid, clock.now()),
      users.findForRequest(claims.sub),
    ]);
    if (session === null || user === null || !belongs(session, user)) throw appError("TOKEN_INVALID");
    requireActive(user);
    if (user.role !== claims.role || user.organizationId !== claims.org) throw appError("TOKEN_EXPIRED");
    const isDue = claims.pk !== undefined && claims.pk * 1000 <= clock.ms();
    const needsPasskey = isDue && session.passkeyId === undefined && (await isDemanded(user));
    if (needsPasskey && !withoutPasskey) throw appError("PASSKEY_REQUIRED");
    return {
      userId: user._id,
      sessionId: session._id,
      role: user.role,
      organizationId: user.organizationId,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      expiresAt: claims.exp * 1000,
      provenAt: session.provenAt ?? session.createdAt,
      ...(needsPasskey && { needsPasskey }),
    };
  };
}

/**
 * Whether a session is the account's. A deactivation and a new password revoke all sessions of earlier epochs, marked as
 * ended or not, except the one in which the password was changed.
 */
export function belongs(
  { _id, userId, epoch }: SessionDoc,
  user: Pick<RequestUser, "_id" | "epoch" | "kept">,
): boolean {
  const isKept = user.kept?.session === _id && user.kept.epoch === user.epoch;
  return userId === user._id && (epoch === user.epoch || isKept);
}
