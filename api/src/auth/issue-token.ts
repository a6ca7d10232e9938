import type { AccessTokens } from "./access-token.ts";
import { demandedFrom, type PasskeyDemandTimes } from "./accounts/passkey-demand.ts";
import type { RequestUser, Users } from "./accounts/users.ts";
import type { SessionDoc } from "./sessions.ts";

export type IssueToken = ReturnType<typeof createIssueToken>;

/**
 * Issues the access token of a session, with the time from which the session needs a passkey: no request reads the demand
 * of its organization for that.
 */
export function createIssueToken({ tokens, users }: { tokens: AccessTokens; users: Users }) {
  return async (
    user: Pick<RequestUser, "_id" | "role" | "organizationId">,
    session: SessionDoc,
    demand: PasskeyDemandTimes | undefined,
    now: Date,
  ): Promise<{ accessToken: string; passkeyFrom?: string }> => {
    const from = session.passkeyId === undefined ? demandedFrom(user.role, demand) : undefined;
    const accessToken = tokens.issue(user, session._id, from);
    // Whoever has a passkey is told only when this session needs it.
    const isTold = from !== undefined && (from <= now || !(await users.hasPasskey(user._id)));
    return { accessToken, ...(isTold && { passkeyFrom: from.toISOString() }) };
  };
}
