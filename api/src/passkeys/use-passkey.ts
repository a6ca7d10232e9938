import type { UsedPasskey } from "@souffleur/contracts/passkeys";
import { changeMail } from "../account/mails.ts";
import { auditEvent } from "../audit/event.ts";
import { requireActive } from "../auth/account-problem.ts";
import type { StoredPasskey } from "../auth/accounts/passkey.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Place, Sessions } from "../auth/sessions.ts";
import { appError } from "../http/errors.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import { type Ceremonies, challengeIn } from "./ceremonies.ts";
import type { Challenges, Purpose } from "./challenges.ts";

interface UsePasskeyDeps {
  users: Users;
  challenges: Challenges;
  ceremonies: Ceremonies;
  sessions: Pick<Sessions, "endAllOf">;
  outboxes: Outboxes;
}

export type UsePasskey = ReturnType<typeof createUsePasskey>;

/** Checks the use of a passkey, at a sign-in and as a proof. */
export function createUsePasskey({ users, challenges, ceremonies, sessions, outboxes }: UsePasskeyDeps) {
  /**
   * A copy is in use, and nothing tells it from the original: the passkey is blocked and all sessions end, in one write; what
   * follows only tidies up.
   */
  async function block(user: UserDoc, passkey: StoredPasskey, counter: number, place: Place, now: Date) {
    const audit = auditEvent("passkey.copied", user._id, now, {
      reason: `passkey ${passkey.id} counted ${counter} after ${passkey.counter}`,
      source: place.source,
    });
    const mail = changeMail("passkeyCopied", place, now);
    await users.blockPasskey(user._id, passkey.credentialId, { audit, mail }, now);
    await sessions.endAllOf(user._id, now);
    outboxes.wake();
  }

  /**
   * @param owner the account that it must be of, where that is known
   * @returns the account and its passkey
   * @throws AppError PASSKEY_UNKNOWN where no account has it: its id is random, so nobody learns anything of an account;
   * PASSKEY_INVALID alike for all else that is wrong; or the code of an account that is not active
   */
  return async (
    answer: UsedPasskey,
    { owner, ...purpose }: Purpose & { owner?: string },
    place: Place,
    now: Date,
  ): Promise<{ user: UserDoc; passkey: StoredPasskey }> => {
    const challenge = challengeIn(answer);
    const issued = challenge === undefined ? null : await challenges.take(purpose, challenge, now);
    if (challenge === undefined || issued === null) throw appError("PASSKEY_INVALID");
    const user = await users.findByPasskey(answer.id);
    const passkey = user?.passkeys?.find(({ credentialId }) => credentialId === answer.id);
    if (user === null || passkey === undefined) throw appError("PASSKEY_UNKNOWN");
    if (owner !== undefined && user._id !== owner) throw appError("PASSKEY_INVALID");
    const counter = await ceremonies.used(answer, challenge, { id: user._id, passkey });
    if (counter === undefined || passkey.blockedAt !== undefined) throw appError("PASSKEY_INVALID");
    requireActive(user);
    if (!(await users.usePasskey(user._id, answer.id, counter, now))) {
      // Two uses at once may overtake each other: only one that began after the last is a copy's.
      const last = (await users.passkeysOf(user._id)).find(({ id }) => id === passkey.id);
      const since = last?.lastUsedAt ?? last?.createdAt;
      const wentBack = last !== undefined && (counter === 0 ? last.counter > 0 : counter <= last.counter);
      if (wentBack && since !== undefined && since < issued.createdAt)
        await block(user, last, counter, place, now);
      throw appError("PASSKEY_INVALID");
    }
    return { user, passkey };
  };
}
