import { may, type Role, rolesGivenBy } from "@souffleur/contracts";
import { requireProof } from "../account/proof.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";

/**
 * The account that a request is about. A user of another organization is answered like one that does not exist.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own account and for those of one's equals
 */
export async function readTarget(users: Users, caller: Caller, id: string): Promise<UserDoc> {
  const user = await users.findById(id);
  const visible = caller.organizationId === null || caller.organizationId === user?.organizationId;
  if (user === null || !visible) throw appError("NOT_FOUND");
  if (user._id === caller.userId) throw appError("FORBIDDEN");
  requireGiven(caller, user.role);
  return user;
}

/**
 * A role that sees more than its own calls is given with a proof: what a stolen token gives would outlive its session.
 * @throws AppError FORBIDDEN, PROOF_REQUIRED
 */
export function requireGrantable(caller: Caller, role: Role): void {
  requireGiven(caller, role);
  if (may(role, "viewAllCalls")) requireProof(caller, clock.now());
}

/** Managers neither change administrators and other managers, nor make any. @throws AppError FORBIDDEN */
function requireGiven({ role }: Pick<Caller, "role">, given: Role): void {
  if (!rolesGivenBy(role).includes(given)) throw appError("FORBIDDEN");
}
