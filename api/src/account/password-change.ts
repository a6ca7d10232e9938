import { auditEvent } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { AddressHash } from "../auth/passwords/address-hash.ts";
import { isSameHash } from "../auth/passwords/passwords.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { changeMail } from "./mails.ts";
import type { CheckPassword } from "./proof.ts";

interface PasswordChangeDeps {
  users: Users;
  sessions: Sessions;
  hashFor: AddressHash;
  checkPassword: CheckPassword;
  outboxes: Outboxes;
}

export type PasswordChange = ReturnType<typeof createPasswordChange>;

/** Replaces the password of the signed-in owner, with the current one as the proof. */
export function createPasswordChange(deps: PasswordChangeDeps) {
  const { users, sessions, hashFor, checkPassword, outboxes } = deps;
  /**
   * One write replaces the password and ends all other sessions; what follows only tidies up.
   * @throws AppError VALIDATION_ERROR, TOO_MANY_ATTEMPTS, INVALID_TRANSITION, SERVER_BUSY
   */
  return async (
    caller: Caller,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    place: Place,
    now: Date,
  ): Promise<void> => {
    const { userId, sessionId } = caller;
    const { source } = place;
    const proof = { password: currentPassword, field: "currentPassword", source };
    const user = await checkPassword(caller, proof);
    const passwordHash = await hashFor(user.email, newPassword, now);
    if (isSameHash(passwordHash, user.passwordHash))
      throw appError("VALIDATION_ERROR", {
        text: "Choose a password that differs from the current one.",
        field: "newPassword",
      });
    const audit = auditEvent("password.changed", userId, now, { actorId: userId, source });
    const mail = changeMail("password", place, now);
    if (!(await users.changePassword(user, sessionId, { passwordHash, audit, mail })))
      throw accountOvertaken();
    await sessions.setProven(sessionId, now);
    await sessions.endOthersOf(userId, sessionId, user.epoch, now);
    outboxes.wake();
  };
}
