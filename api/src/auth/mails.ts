import type { Keyring } from "../crypto/keyring.ts";
import { linkHash, linkToken } from "../crypto/mailed-tokens.ts";
import { type Message, shownName, writeMessage } from "../mail/message.ts";
import type { Composed, MailComposers } from "../mail/worker.ts";
import type { Users } from "./users.ts";

/** How long an unlock link is valid, in milliseconds. */
const unlockValidMs = 60 * 60_000;

interface ComposeDeps {
  users: Users;
  keys: Keyring;
  publicUrl: string;
}

/** Composes the mails about an account to its owner. */
export function authMails({
  users,
  keys,
  publicUrl,
}: ComposeDeps): Pick<MailComposers, "address-taken" | "unlock"> {
  return {
    "address-taken": async (_mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null || user.status === "pending_verification") return "obsolete";
      return { to: user.email, message: addressTakenMail(user, publicUrl) };
    },

    unlock: async (mail, holderId, now): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null || user.status === "pending_verification") return "obsolete";
      const token = linkToken(keys, mail.id);
      const expiresAt = new Date(now.getTime() + unlockValidMs);
      const unlock = { hash: linkHash(token) ?? "", expiresAt, orderedAt: mail.queuedAt };
      if (!(await users.setUnlock(holderId, unlock))) return "obsolete";
      return { to: user.email, message: unlockMail(user, `${publicUrl}/login?unlock=${token}`) };
    },
  };
}

function addressTakenMail({ firstName }: { firstName: string }, publicUrl: string): Message {
  return writeMessage({
    subject: "Someone tried to register with your email address",
    paragraphs: [
      `Hello ${shownName(firstName)},`,
      "Someone tried to create a Souffleur account with this address, which already has one. Your account was not changed.",
      "If it was you, sign in with your existing password.",
    ],
    action: { label: "Sign in", url: `${publicUrl}/login` },
    footnote: "If it was not you, you can ignore this email.",
  });
}

function unlockMail({ firstName }: { firstName: string }, url: string): Message {
  return writeMessage({
    subject: "Unlock sign-in to your account",
    paragraphs: [
      `Hello ${shownName(firstName)},`,
      "There were many failed sign-ins to your account within an hour. For now, only browsers you have used before can sign in.",
      "To sign in from another browser, open this link in it. You still need your password.",
    ],
    action: { label: "Allow this browser", url },
    footnote: "The link is valid for one hour. If you did not try to sign in, you can ignore this email.",
  });
}
