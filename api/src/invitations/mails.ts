import type { Organizations } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { linkHash, linkToken } from "../crypto/mailed-tokens.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { invitation as template } from "../mail/templates/invitation.ts";
import { invitationTaken } from "../mail/templates/invitation-taken.ts";
import type { InvitationDoc, InvitationRecords } from "./invitation-records.ts";
import { type SignInRulesOf, wayOf } from "./ways.ts";

interface ComposeDeps {
  records: InvitationRecords;
  users: Users;
  organizations: Organizations;
  isFounded(invitation: InvitationDoc): Promise<boolean>;
  rulesOf: SignInRulesOf;
  keys: Keyring;
  publicUrl: string;
}

/** Composes invitations. A link becomes valid here, when it is sent. */
export function invitationMails(deps: ComposeDeps): Pick<MailComposers, "invitation"> {
  const { records, users, organizations, isFounded, rulesOf, keys, publicUrl } = deps;
  return {
    invitation: async (mail, holderId, now): Promise<Composed> => {
      const found = await records.find(holderId);
      const organization = await organizations.find(found?.organizationId ?? null);
      if (found === null || organization === undefined) return "obsolete";
      const isOpen = found.state === "pending" && found.acceptance === undefined;
      // Sent again meanwhile, which another mail does.
      if (!isOpen || found.mailId !== mail.id || !(await isFounded(found))) return "obsolete";
      const sender = shownName(found.senderName);
      const shown = { sender, organization: shownName(organization.name) };
      const account = await users.findByEmail(found.email, now);
      if (account !== null && account.status !== "pending_verification") {
        const name = shownName(account.firstName);
        const values = { ...shown, name, url: `${publicUrl}/login` };
        return { to: found.email, message: invitationTaken.write(account.language ?? "en", values) };
      }
      const token = linkToken(keys, mail.id);
      if (!(await records.setLink(holderId, mail.id, linkHash(token) ?? "", now))) return "obsolete";
      const url = `${publicUrl}/invitation?token=${token}`;
      const isLed = wayOf(found.email, await rulesOf(organization.id)) === "provider";
      const message = template.write(found.language, { ...shown, role: found.role, isLed, url });
      return { to: found.email, message };
    },
  };
}
