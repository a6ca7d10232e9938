import { may } from "@souffleur/contracts";
import type { Users } from "../auth/accounts/users.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { queuedMail } from "../mail/outbox.ts";
import { webhookOff } from "../mail/templates/webhook-off.ts";

/** Composes the mails about a webhook to those who manage the organization's settings. */
export function webhookMails(
  users: Pick<Users, "decidersOf" | "findById">,
  publicUrl: string,
): Pick<MailComposers, "webhook-off"> {
  return {
    "webhook-off": async ({ data }, _holderId, now): Promise<Composed> => {
      const { organizationId = "", host = "", recipient } = data;
      if (recipient === undefined) {
        const deciders = await users.decidersOf(organizationId);
        return {
          fanOut: deciders.map(({ _id }) => queuedMail("webhook-off", now, { ...data, recipient: _id })),
        };
      }
      const user = await users.findById(recipient);
      const isManaging =
        user?.status === "active" &&
        user.organizationId === organizationId &&
        may(user.role, "manageSettings");
      if (!isManaging) return "obsolete";
      return {
        to: user.email,
        message: webhookOff.write(user.language ?? "en", {
          name: shownName(user.firstName),
          host: shownName(host),
          isGone: data.isGone !== undefined,
          url: `${publicUrl}/admin/settings?tab=integrations`,
        }),
      };
    },
  };
}
