import { auditEvent } from "../audit/event.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { AddressHash } from "../auth/passwords/address-hash.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { linkHash } from "../crypto/mailed-tokens.ts";
import { appError } from "../http/errors.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { changeMail } from "./mails.ts";

interface PasswordRecoveryDeps {
  users: Users;
  hashFor: AddressHash;
  sessions: Pick<Sessions, "endAllOf">;
  outboxes: Outboxes;
}

export type RecoverPassword = ReturnType<typeof createPasswordRecovery>;

/** Replaces the password by means of a mailed link. */
export function createPasswordRecovery({ users, hashFor, sessions, outboxes }: PasswordRecoveryDeps) {
  /**
   * One write uses the link, replaces the password and ends all sessions; what follows only tidies up.
   * @returns the account's address, and the link's hash as a proof that this browser's user reads its mails
   * @throws AppError LINK_INVALID, LINK_EXPIRED, VALIDATION_ERROR, SERVER_BUSY
   */
  return async (
    { token, password }: { token: string; password: string },
    place: Place,
    now: Date,
  ): Promise<{ email: string; proof: string }> => {
    const hash = linkHash(token);
    const user = hash === undefined ? null : await users.findByPasswordLink(hash);
    if (user === null || hash === undefined || user.status !== "active") throw appError("LINK_INVALID");
    const { _id: id, email, passwordLink } = user;
    if (passwordLink?.expiresAt === undefined || passwordLink.expiresAt <= now)
      throw appError("LINK_EXPIRED");
    const audit = auditEvent("password.reset", id, now, { actorId: id, source: place.source });
    const change = {
      passwordHash: await hashFor(email, password, now),
      audit,
      mail: changeMail("password", place, now),
    };
    if ((await users.usePasswordLink({ id, hash }, change, now)) === null) throw appError("LINK_INVALID");
    await sessions.endAllOf(id, now);
    outboxes.wake();
    return { email, proof: hash };
  };
}
