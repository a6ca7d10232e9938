import type { Keyring } from "../crypto/keyring.ts";
import { linkHash, linkToken } from "../crypto/mailed-tokens.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { addressTaken } from "../mail/templates/address-taken.ts";
import { unlock } from "../mail/templates/unlock.ts";
import type { Users } from "./accounts/users.ts";

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
      return {
        to: user.email,
        message: addressTaken.write(user.language ?? "en", {
          name: shownName(user.firstName),
          url: `${publicUrl}/login`,
        }),
      };
    },

    unlock: async (mail, holderId, now): Promise<Composed> => {
      const user = await users.findById(holderId);
      if (user === null || user.status === "pending_verification") return "obsolete";
      const token = linkToken(keys, mail.id);
      const expiresAt = new Date(now.getTime() + unlockValidMs);
      const link = { hash: linkHash(token) ?? "", expiresAt, orderedAt: mail.queuedAt };
      if (!(await users.setUnlock(holderId, link))) return "obsolete";
      return {
        to: user.email,
        message: unlock.write(user.language ?? "en", {
          name: shownName(user.firstName),
          url: `${publicUrl}/login?unlock=${token}`,
        }),
      };
    },
  };
}
