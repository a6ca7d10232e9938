import type { Keyring } from "../auth/keyring.ts";
import type { UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import { limits } from "../contracts/index.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Composed, MailWorker } from "../mail/worker.ts";
import { codeMail, linkMail, personWaitingMail } from "./mails.ts";
import { codeHash, linkHash, linkToken, mailedCode } from "./secrets.ts";
import type { Verifications } from "./verification-model.ts";

interface ComposeDeps {
  users: Users;
  verifications: Verifications;
  keys: Keyring;
  publicUrl: string;
}

/** Writes verification's mails. Codes and links become valid here, when they are sent, and not before. */
export function composeVerificationMails(
  worker: MailWorker,
  { users, verifications, keys, publicUrl }: ComposeDeps,
): void {
  const page = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, `${publicUrl}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  const unverified = async (id: string | undefined): Promise<UserDoc | null> => {
    const user = id === undefined ? null : await users.findById(id);
    return user?.status === "pending_verification" ? user : null;
  };

  worker.compose("verification-link", async (mail, holderId, now): Promise<Composed> => {
    // Registration's mail lies in the account itself, a requested one in its verification.
    const user = await unverified(mail.data.userId ?? holderId);
    if (user === null) return "obsolete";
    const token = linkToken(keys, mail.id);
    const hash = linkHash(token) ?? "";
    const link = { hash, expiresAt: later(now, limits.linkValidMs), orderedAt: mail.queuedAt };
    if (!(await users.setLink(user._id, "link", link))) return "obsolete";
    return { to: user.email, message: linkMail(user, page("/verify-email", { token })) };
  });

  worker.compose("verification-code", async (mail, holderId, now): Promise<Composed> => {
    const user = await unverified(mail.data.userId);
    if (user === null) return "obsolete";
    const code = mailedCode(keys, mail.id);
    await verifications.arm(holderId, codeHash(keys, holderId, code), now);
    return {
      to: user.email,
      message: codeMail(user, code, page("/verify-email", { code, session: holderId })),
    };
  });

  worker.compose("approval-wanted", async (_mail, holderId, now): Promise<Composed> => {
    const applicant = await users.findById(holderId);
    if (applicant?.status !== "pending_approval") return "obsolete";
    const deciders = await users.decidersOn(applicant.organizationId);
    return { fanOut: deciders.map(({ email }) => queuedMail("person-waiting", now, { to: email })) };
  });

  worker.compose("person-waiting", async (mail, holderId): Promise<Composed> => {
    const applicant = await users.findById(holderId);
    if (applicant?.status !== "pending_approval" || mail.to === null) return "obsolete";
    return { to: mail.to, message: personWaitingMail(applicant, page("/admin/users")) };
  });
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
