import type { Users } from "../auth/users.ts";
import { shownName, writeMessage } from "../mail/message.ts";
import type { Composed, MailComposers } from "../mail/worker.ts";

/** Composes the mails on a registration's outcome. */
export function decisionMails(users: Users, publicUrl: string): Pick<MailComposers, "approved" | "rejected"> {
  return {
    approved: async (_mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      const message = writeMessage({
        subject: "Your account is approved",
        paragraphs: [
          `Hello ${shownName(user.firstName)},`,
          "Your Souffleur account was approved. You can sign in now.",
        ],
        action: { label: "Sign in", url: `${publicUrl}/login` },
      });
      return { to: user.email, message };
    },

    rejected: async (mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      const reason = mail.data.reason;
      const message = writeMessage({
        subject: "Your account was not approved",
        paragraphs: [
          `Hello ${shownName(user.firstName)},`,
          "Your request for a Souffleur account was not approved.",
          ...(reason === undefined ? [] : [`The reason given: ${reason}`]),
        ],
        footnote:
          "If you think that this is a mistake, please get in touch with your organization's administrator.",
      });
      return { to: user.email, message };
    },
  };
}
