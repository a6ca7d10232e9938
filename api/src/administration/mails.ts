import type { Organizations } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Composed, MailComposers } from "../mail/deliveries.ts";
import { shownName } from "../mail/message.ts";
import { queuedMail } from "../mail/outbox.ts";
import { approved } from "../mail/templates/approved.ts";
import { memberJoined } from "../mail/templates/member-joined.ts";
import { rejected } from "../mail/templates/rejected.ts";
import { roleChanged } from "../mail/templates/role-changed.ts";

/** Composes the mails about the decision on a registration, and about later changes of the account. */
export function decisionMails({
  users,
  organizations,
  publicUrl,
}: {
  users: Users;
  organizations: Organizations;
  publicUrl: string;
}): Pick<MailComposers, "approved" | "rejected" | "role-changed" | "member-joined"> {
  return {
    approved: async (mail, holderId): Promise<Composed> => {
      const user = await users.findById(holderId);
      // An account that was deactivated since can not sign in.
      if (user?.status !== "active") return "obsolete";
      const other = await organizations.find(mail.data.organization ?? null);
      return {
        to: user.email,
        message: approved.write(user.language ?? "en", {
          name: shownName(user.firstName),
          organization: other && shownName(other.name),
          withoutPassword: user.withoutPassword,
          url: `${publicUrl}/login`,
        }),
      };
    },
    "member-joined": async (mail, holderId, now): Promise<Composed> => {
      const user = await users.findById(holderId);
      const organization = await organizations.find(user?.organizationId ?? null);
      if (user?.status !== "active" || organization === undefined) return "obsolete";
      const deciderId = mail.data.decider;
      if (deciderId === undefined) {
        const deciders = await users.decidersOf(organization.id);
        const others = deciders.filter(({ _id }) => _id !== holderId);
        return { fanOut: others.map(({ _id }) => queuedMail("member-joined", now, { decider: _id })) };
      }
      const decider = await users.findDecider(deciderId);
      if (decider?.organizationId !== organization.id) return "obsolete";
      const { firstName, lastName, email, role, organizationName = "" } = user;
      return {
        to: decider.email,
        message: memberJoined.write(decider.language ?? "en", {
          name: shownName(`${firstName} ${lastName}`),
          email,
          role,
          typed: shownName(organizationName),
          organization: shownName(organization.name),
          url: `${publicUrl}/admin/users`,
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
