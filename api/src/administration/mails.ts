import type { UserDoc, Users } from "../auth/users.ts";
import { type Message, shownName, writeMessage } from "../mail/message.ts";
import type { Composed, MailComposers } from "../mail/worker.ts";

/** Composes the mails about the decision on a registration. */
export function decisionMails(users: Users, publicUrl: string): Pick<MailComposers, "approved" | "rejected"> {
  return {
    approved: async (_mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      return { to: user.email, message: approvedMail(user, `${publicUrl}/login`) };
    },

    rejected: async (mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      return { to: user.email, message: rejectedMail(user, mail.data.reason) };
    },
  };
}

type Recipient = Pick<UserDoc, "firstName" | "language">;

function approvedMail({ firstName, language = "en" }: Recipient, url: string): Message {
  const name = shownName(firstName);
  return writeMessage(language, {
    en: {
      subject: "Your account is approved",
      paragraphs: [`Hello ${name},`, "Your Souffleur account was approved. You can sign in now."],
      action: { label: "Sign in", url },
    },
    fr: {
      subject: "Votre compte est approuvé",
      paragraphs: [
        `Bonjour ${name},`,
        "Votre compte Souffleur a été approuvé. Vous pouvez maintenant vous connecter.",
      ],
      action: { label: "Se connecter", url },
    },
  });
}

function rejectedMail({ firstName, language = "en" }: Recipient, reason: string | undefined): Message {
  const name = shownName(firstName);
  return writeMessage(language, {
    en: {
      subject: "Your account was not approved",
      paragraphs: [
        `Hello ${name},`,
        "Your request for a Souffleur account was not approved.",
        ...(reason === undefined ? [] : [`Reason: ${reason}`]),
      ],
      footnote: "If you think this is a mistake, please contact your organization's administrator.",
    },
    fr: {
      subject: "Votre compte n’a pas été approuvé",
      paragraphs: [
        `Bonjour ${name},`,
        "Votre demande de compte Souffleur n’a pas été approuvée.",
        ...(reason === undefined ? [] : [`Motif : ${reason}`]),
      ],
      footnote: "Si vous pensez qu’il s’agit d’une erreur, contactez l’administrateur de votre organisation.",
    },
  });
}
