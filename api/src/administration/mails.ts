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
          ...(reason === undefined ? [] : [`Reason: ${reason}`]),
        ],
        footnote: "If you think this is a mistake, please contact your organization's administrator.",
      });
      return { to: user.email, message };
    },
  };
}
