import type { Keyring } from "../crypto/keyring.ts";
import { linkHash, linkToken } from "../crypto/mailed-tokens.ts";
import { type Message, shownName, writeMessage } from "../mail/message.ts";
import type { Composed, MailComposers } from "../mail/worker.ts";
import type { UserDoc } from "./user-model.ts";
import type { Users } from "./users.ts";

const unlockValidMs = 60 * 60_000;

/** Composes the mails about an account to its owner. */
export function authMails(
  users: Users,
  keys: Keyring,
  publicUrl: string,
): Pick<MailComposers, "address-taken" | "unlock"> {
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

type Owner = Pick<UserDoc, "firstName" | "language">;

function addressTakenMail({ firstName, language = "en" }: Owner, publicUrl: string): Message {
  const name = shownName(firstName);
  const url = `${publicUrl}/login`;
  return writeMessage(language, {
    en: {
      subject: "Someone tried to register with your email address",
      paragraphs: [
        `Hello ${name},`,
        "Someone tried to create a Souffleur account with this address, which already has one. Your account was not changed.",
        "If it was you, sign in with your existing password.",
      ],
      action: { label: "Sign in", url },
      footnote: "If it was not you, you can ignore this email.",
    },
    fr: {
      subject: "Une inscription a été tentée avec votre adresse e-mail",
      paragraphs: [
        `Bonjour ${name},`,
        "Quelqu’un a tenté de créer un compte Souffleur avec cette adresse, qui en a déjà un. Votre compte n’a pas été modifié.",
        "Si c’était vous, connectez-vous avec votre mot de passe actuel.",
      ],
      action: { label: "Se connecter", url },
      footnote: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
    },
  });
}

function unlockMail({ firstName, language = "en" }: Owner, url: string): Message {
  const name = shownName(firstName);
  return writeMessage(language, {
    en: {
      subject: "Unlock sign-in to your account",
      paragraphs: [
        `Hello ${name},`,
        "There were many failed sign-ins to your account within an hour. For now, only browsers you have used before can sign in.",
        "To sign in from another browser, open this link in it. You still need your password.",
      ],
      action: { label: "Allow this browser", url },
      footnote: "The link is valid for one hour. If you did not try to sign in, you can ignore this email.",
    },
    fr: {
      subject: "Débloquez la connexion à votre compte",
      paragraphs: [
        `Bonjour ${name},`,
        "De nombreuses tentatives de connexion à votre compte ont échoué en une heure. Pour l’instant, seuls les navigateurs que vous avez déjà utilisés peuvent se connecter.",
        "Pour vous connecter depuis un autre navigateur, ouvrez-y ce lien. Votre mot de passe reste nécessaire.",
      ],
      action: { label: "Autoriser ce navigateur", url },
      footnote:
        "Le lien est valable une heure. Si vous n’avez pas tenté de vous connecter, vous pouvez ignorer cet e-mail.",
    },
  });
}
