import { randomUUID } from "node:crypto";
import type { Language, Registration } from "@souffleur/contracts";
import type { Keyring } from "../crypto/keyring.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import type { Passwords } from "./passwords.ts";
import { pendingForm } from "./pending-form.ts";
import type { Users } from "./users.ts";

interface RegistrationDeps {
  users: Users;
  passwords: Passwords;
  keys: Keyring;
  quota: MailQuota;
  /** Mails were queued. */
  wake: () => void;
}

/**
 * Asks for an account; returns the registration's id. Each registration of an address has its own password and
 * link. A taken address takes the same steps and gets the same answer, and its owner is notified by mail: the
 * answer does not reveal whether an account exists.
 */
export function createRegistration({ users, passwords, keys, quota, wake }: RegistrationDeps) {
  /** All passwords of an address have one salt: a sign-in compares its one hash with all of them. */
  const hashFor = async (email: string, password: string, now: Date): Promise<string> => {
    const known = await users.findByEmail(email, now);
    // Without an account the salt follows from the address: two first registrations at once have the same.
    const salt = keys.mac("password-salt", email).subarray(0, 16);
    return known === null ? passwords.hash(password, salt) : passwords.hashLike(known.passwordHash, password);
  };

  return async (
    form: Registration,
    { source, language }: { source: string; language: Language },
    now: Date,
  ): Promise<string> => {
    const { email, password } = form;
    const [passwordHash, linkGoes, noticeWait] = await Promise.all([
      hashFor(email, password, now),
      mayMail(email, source, now),
      quota.take("notice", email, now),
      // The mail that follows counts against the address's cooldown; a cooldown does not hold up registration.
      quota.take("verification", email, now),
    ]);
    const asked = pendingForm(form, { passwordHash, source, language }, now);
    const mails = {
      unverified: linkGoes ? [queuedMail("verification-link", now, { data: { form: asked.id } })] : [],
      taken: noticeWait === 0 ? [queuedMail("address-taken", now)] : [],
    };
    await users.register({ email, form: asked, mails, id: randomUUID() }, now);
    wake();
    return asked.id;
  };

  /** A network that floods an address uses up only its own share of the mails. */
  async function mayMail(email: string, source: string, now: Date): Promise<boolean> {
    if ((await quota.take("registration of a source", `${email}|${source}`, now)) > 0) return false;
    return (await quota.take("registration", email, now)) === 0;
  }
}
