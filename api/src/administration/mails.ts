import type { Users } from "../auth/accounts/users.ts";
import { shownName } from "../mail/message.ts";
import { approved } from "../mail/templates/approved.ts";
import { rejected } from "../mail/templates/rejected.ts";
import { roleChanged } from "../mail/templates/role-changed.ts";
import type { Composed, MailComposers } from "../mail/worker.ts";

/** Composes the mails about the decision on a registration, and about later changes of the account. */
export function decisionMails(
  users: Users,
  publicUrl: string,
): Pick<MailComposers, "approved" | "rejected" | "role-changed"> {
  return {
    approved: async (_mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      return {
        to: user.email,
        message: approved.write(user.language ?? "en", {
          name: shownName(user.firstName),
          url: `${publicUrl}/login`,
        }),
      };
    },

    rejected: async (mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      return {
        to: user.email,
        message: rejected.write(user.language ?? "en", {
          name: shownName(user.firstName),
          reason: mail.data.reason,
        }),
      };
    },

    "role-changed": async (mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      // Changed again, which another mail says, or deactivated.
      if (user === null || user.status !== "active" || user.role !== mail.data.role) return "obsolete";
      return {
        to: user.email,
        message: roleChanged.write(user.language ?? "en", {
          name: shownName(user.firstName),
          role: user.role,
          url: `${publicUrl}/login`,
        }),
      };
    },
  };
}
