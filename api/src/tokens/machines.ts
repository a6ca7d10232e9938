import { createHash, randomBytes } from "node:crypto";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { clock } from "../clock.ts";
import { type AppError, appError } from "../http/errors.ts";
import type { AuthenticateMachine, Member } from "../http/guard.ts";
import type { StoredToken, TokenRecords } from "./token-records.ts";

/** Tells such a token from an access token, and lets scanners find one that was published by mistake. */
const prefix = "souffleur_";

export const newToken = () => prefix + randomBytes(32).toString("base64url");

export const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const usedEveryMs = 60_000;

interface MachinesDeps {
  records: TokenRecords;
  organizations: Pick<Organizations, "find">;
}

export function createAuthenticateMachine({ records, organizations }: MachinesDeps): AuthenticateMachine {
  /**
   * Each request reads the token, so that its end takes effect at once at every process.
   * @throws AppError TOKEN_INVALID
   */
  async function authenticate(bearer: string): Promise<Member> {
    const now = clock.now();
    const found = await records.findByHash(hashOf(bearer));
    if (found === undefined) throw notAccepted();
    const { organizationId, token } = found;
    if (token.expiresAt !== undefined && token.expiresAt <= now) throw notAccepted();
    if ((await organizations.find(organizationId)) === undefined) throw notAccepted();
    const { lastUsedAt } = token;
    if (lastUsedAt === undefined || now.getTime() - lastUsedAt.getTime() >= usedEveryMs)
      await records.setUsed(organizationId, token.id, now);
    return machineOf(organizationId, token);
  }
  return (bearer) => (bearer.startsWith(prefix) ? authenticate(bearer) : undefined);
}

const notAccepted = (): AppError =>
  appError("TOKEN_INVALID", { text: "This token is not accepted: it is unknown, deleted or has expired." });

/** Within the calls that its scopes open, a program sees and does what a manager does. */
function machineOf(organizationId: string, { id, name, scopes }: StoredToken): Member {
  // The id with the name, which the audit log and the log of requests then have.
  const userId = `token ${id} ${name}`;
  return {
    userId,
    sessionId: userId,
    role: "manager",
    organizationId,
    email: "",
    firstName: "Token",
    lastName: name,
    expiresAt: Number.POSITIVE_INFINITY,
    provenAt: new Date(0),
    scopes,
  };
}
