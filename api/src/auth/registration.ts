import { randomUUID } from "node:crypto";
import type { Registration } from "../contracts/index.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { MailQuota } from "../throttle/mail-quota.ts";
import { organizationIdOf } from "./organizations.ts";
import type { Passwords } from "./passwords.ts";
import type { UserDoc } from "./user-model.ts";
import type { Users } from "./users.ts";

interface RegistrationDeps {
  users: Users;
  passwords: Passwords;
  quota: MailQuota;
  /** Mails were queued. */
  nudge: () => void;
}

/**
 * Asks for an account. A taken address takes the same steps and gets the same answer, and its owner a mail
 * that says so: nobody learns from here who has an account.
 */
export function createRegistration({ users, passwords, quota, nudge }: RegistrationDeps) {
  return async (form: Registration, now: Date): Promise<void> => {
    const known = await users.findByEmail(form.email, now);
    const [passwordHash, wait] = await Promise.all([
      passwords.hash(form.password),
      // A new address has no owner to tell, but is asked about in the same way.
      quota.take(known === null ? "registration" : "notice", form.email, now),
      // The mail that follows counts against the address's cooldown; a cooldown does not hold up registration.
      quota.take("verification", form.email, now),
    ]);
    const created = known === null && (await users.insert(account(form, passwordHash, now), now));
    if (!created)
      await users.noteAttempt(form.email, now, wait === 0 ? queuedMail("address-taken", now) : undefined);
    nudge();
  };
}

function account(form: Registration, passwordHash: string, now: Date): UserDoc {
  const { firstName, lastName, email, phone, organizationName, industryType } = form;
  return {
    _id: randomUUID(),
    firstName,
    lastName,
    email,
    ...(phone !== undefined && { phone }),
    passwordHash,
    role: "agent",
    status: "pending_verification",
    organizationId: organizationIdOf(organizationName),
    organizationName,
    industryType,
    createdAt: now,
    requestedAt: now,
    version: 0,
    epoch: 0,
    outbox: [queuedMail("verification-link", now)],
    audit: [],
  };
}
