import type { Users } from "../auth/accounts/users.ts";
import type { Place } from "../auth/sessions.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { linkHash, linkToken } from "../crypto/mailed-tokens.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { type QueuedMail, queuedMail } from "../mail/outbox.ts";
import { type AccountChange, accountChanged } from "../mail/templates/account-changed.ts";
import { passwordLink } from "../mail/templates/password-link.ts";
import { browserNames } from "./browser-names.ts";

/** The mail to the owner about a change that was made at this place. */
export function changeMail(
  change: AccountChange,
  { source, userAgent }: Pick<Place, "source"> & Partial<Place>,
  now: Date,
): QueuedMail {
  return queuedMail("account-changed", now, { change, source, ...browserNames(userAgent) });
}

/** Composes the mails about an account to its owner. A password link becomes valid here, when it is sent. */
export function accountMails(
  users: Users,
  keys: Keyring,
  publicUrl: string,
): Pick<MailComposers, "account-changed" | "password-link"> {
  return {
    "password-link": async (mail, holderId, now): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      const token = linkToken(keys, mail.id);
      if (!(await users.setPasswordLink(holderId, mail.id, linkHash(token) ?? "", now))) return "obsolete";
      return {
        to: user.email,
        message: passwordLink.write(user.language ?? "en", {
          name: shownName(user.firstName),
          url: `${publicUrl}/new-password?token=${token}`,
        }),
      };
    },

    "account-changed": async ({ data }, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null) return "obsolete";
      // The earlier address is told, too.
      const { source = "", browser, system, to = user.email } = data;
      return {
        to,
        message: accountChanged.write(user.language ?? "en", {
          name: shownName(user.firstName),
          change: data.change as AccountChange,
          device: [browser, system].filter((name) => name !== undefined).join(", "),
          source,
          url: `${publicUrl}/login`,
        }),
      };
    },
  };
}
