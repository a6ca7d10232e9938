import { limits } from "@souffleur/contracts";
import { claimsOf } from "../auth/accounts/pending-registration.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { codeHash, linkHash, linkToken, mailedCode } from "../crypto/mailed-tokens.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import type { QueuedMail } from "../mail/outbox.ts";
import { verificationCode } from "../mail/templates/verification-code.ts";
import { verificationLink } from "../mail/templates/verification-link.ts";
import { verificationUnclear } from "../mail/templates/verification-unclear.ts";
import type { Verifications } from "./verification-model.ts";

interface ComposeDeps {
  users: Users;
  verifications: Verifications;
  keys: Keyring;
  publicUrl: string;
}

/** Composes verification's mails. Codes and links become valid here, when they are sent. */
export function verificationMails({
  users,
  verifications,
  keys,
  publicUrl,
}: ComposeDeps): Pick<MailComposers, "verification-link" | "verification-code" | "verification-unclear"> {
  const page = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path, `${publicUrl}/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  };
  /** The registration that a mail is about, as long as it may become an account. */
  const pending = async (id: string, { form: formId }: QueuedMail["data"], now: Date) => {
    const user = await users.findById(id);
    const claims = claimsOf(user, now);
    const form = claims.find((one) => one.id === formId);
    if (user === null || form === undefined) return undefined;
    const { createdAt: at, details } = form;
    return {
      user,
      form,
      asked: { at, amongSeveral: claims.length > 1 },
      language: details?.language ?? "en",
    };
  };

  return {
    "verification-link": async (mail, holderId, now): Promise<Composed> => {
      // A registration's mail is stored in the account, a requested mail in its verification.
      const found = await pending(mail.data.userId ?? holderId, mail.data, now);
      if (found === undefined) return "obsolete";
      const { user, form, asked, language } = found;
      const token = linkToken(keys, mail.id);
      const hash = linkHash(token) ?? "";
      const link = { hash, expiresAt: later(now, limits.linkValidMs), orderedAt: mail.queuedAt };
      if (!(await users.setFormLink(user._id, form.id, link))) return "obsolete";
      const url = page("/verify-email", { token });
      return { to: user.email, message: verificationLink.write(language, { ...asked, url }) };
    },

    "verification-code": async (mail, holderId, now): Promise<Composed> => {
      const found = await pending(mail.data.userId ?? "", mail.data, now);
      if (found === undefined) return "obsolete";
      const code = mailedCode(keys, mail.id);
      await verifications.arm(holderId, codeHash(keys, holderId, code), now);
      const { user, asked, language } = found;
      const url = page("/verify-email", { code, session: holderId });
      return { to: user.email, message: verificationCode.write(language, { ...asked, code, url }) };
    },

    "verification-unclear": async (mail, _holderId, now): Promise<Composed> => {
      const user = await users.findById(mail.data.userId ?? "");
      const [first] = claimsOf(user, now);
      if (user === null || first === undefined) return "obsolete";
      const language = first.details?.language ?? "en";
      return { to: user.email, message: verificationUnclear.write(language, { url: page("/login") }) };
    },
  };
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
