import type { User } from "@souffleur/contracts";
import { changeMail } from "../account/mails.ts";
import { requireProof } from "../account/proof.ts";
import { readTarget } from "../administration/target.ts";
import { auditEvent } from "../audit/event.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type Users } from "../auth/accounts/users.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";

interface ForgetDeps {
  users: Users;
  organizations: Organizations;
  sessions: Pick<Sessions, "endAllOf">;
  outboxes: Outboxes;
}

export type ForgetSignIn = ReturnType<typeof createForgetSignIn>;

/** Help of an administrator for owners whom the provider knows by another subject now: their address counts once more. */
export function createForgetSignIn({ users, organizations, sessions, outboxes }: ForgetDeps) {
  /** @throws AppError PROOF_REQUIRED, NOT_FOUND, FORBIDDEN, INVALID_TRANSITION */
  return async ({ caller, source }: By<Caller>, id: string, place: Place, now: Date): Promise<User> => {
    await readTarget(users, caller, id);
    requireProof(caller, now);
    const audit = auditEvent("sso.forgotten", id, now, { actorId: caller.userId, source });
    const user = await users.forgetIdentity(id, { audit, mail: changeMail("signInForgotten", place, now) });
    if (user === null)
      throw appError("INVALID_TRANSITION", {
        text: "Nobody has signed in to this account through your provider, or it is not active.",
      });
    await sessions.endAllOf(id, now);
    outboxes.wake();
    return toDto(user, (await organizations.find(user.organizationId))?.name);
  };
}
