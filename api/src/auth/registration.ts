import { randomUUID } from "node:crypto";
import type { Language, Registration } from "@souffleur/contracts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailWorker } from "../mail/worker.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import type { Organizations } from "./accounts/organizations.ts";
import { pendingRegistration } from "./accounts/pending-registration.ts";
import type { Users } from "./accounts/users.ts";
import type { AddressHash } from "./passwords/address-hash.ts";

interface RegistrationDeps {
  users: Users;
  organizations: Organizations;
  hashFor: AddressHash;
  quota: MailQuota;
  mail: Pick<MailWorker, "wake">;
}

/**
 * Registers an account; returns the registration's id. Each registration of an address has its own password and link.
 * An address with an account takes the same steps and gets the same answer, which therefore does not reveal the
 * account; its owner is notified by mail.
 */
export function createRegistration({ users, organizations, hashFor, quota, mail }: RegistrationDeps) {
  return async (
    form: Registration,
    { source, language }: { source: string; language: Language },
    now: Date,
  ): Promise<string> => {
    const { email, password } = form;
    const [passwordHash, organizationId, linkGoes, noticeWait] = await Promise.all([
      hashFor(email, password, now),
      organizations.idFor(form.organizationName),
      mayMail(email, source, now),
      quota.take("notice", email, now),
      // The mail counts for the address's cooldown, but a registration does not wait for a cooldown.
      quota.take("verification", email, now),
    ]);
    const asked = pendingRegistration(form, { organizationId, passwordHash, source, language }, now);
    const mails = {
      unverified: linkGoes ? [queuedMail("verification-link", now, { form: asked.id })] : [],
      taken: noticeWait === 0 ? [queuedMail("address-taken", now)] : [],
    };
    await users.register({ email, form: asked, mails, id: randomUUID() }, now);
    mail.wake();
    return asked.id;
  };

  /** A network that registers an address again and again uses up its own quota before that of the address. */
  async function mayMail(email: string, source: string, now: Date): Promise<boolean> {
    if ((await quota.take("registration of a source", `${email}|${source}`, now)) > 0) return false;
    return (await quota.take("registration", email, now)) === 0;
  }
}
