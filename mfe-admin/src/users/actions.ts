import {
  changeUserRole,
  changeUserStatus,
  decideUser,
  type EndpointAnswer,
  forgetSignIn,
  type Role,
  sendMailAgain,
  sendPasswordLink,
  type User,
} from "@souffleur/contracts";
import { resetPasskeys } from "@souffleur/contracts/passkeys";
import { call } from "@souffleur/shared-ui";
import type { Text } from "../texts/texts.ts";
import { failures } from "./failure-text.ts";
import type { Action } from "./permissions.ts";

export interface Change {
  readonly action: Action;
  readonly user: User;
  readonly reason: string;
  /** Of a change of the role, or of an approved user. */
  readonly role?: Role;
  /** Of the existing organization that a founder joins. */
  readonly organizationId?: string;
}

interface ActionDefinition {
  question: Text;
  consequence: Text;
  variant: "primary" | "danger";
  /** Shown for an answer without a message. */
  done: Text;
  failure: () => { refused: string; unanswered: string };
  send: (change: Change) => Promise<EndpointAnswer<typeof decideUser>>;
}

const sendStatus =
  (status: "active" | "inactive") =>
  ({ user }: Change) =>
    call(changeUserStatus, { params: { id: user.id }, body: { status } });

/** What administrators do with an account: how it is asked, sent and reported. */
export const actions: Record<Action, ActionDefinition> = {
  approve: {
    question: "Approve {name}?",
    consequence: "<0/> will get an email and can sign in immediately.",
    variant: "primary",
    done: "User approved.",
    failure: failures.decision,
    send: ({ user, role, organizationId }) =>
      call(decideUser, {
        params: { id: user.id },
        body: {
          decision: "approve",
          ...(role !== undefined && { role }),
          ...(organizationId !== undefined && { organizationId }),
        },
      }),
  },
  reject: {
    question: "Reject {name}?",
    consequence: "<0/> will be notified by email and can't sign in.",
    variant: "danger",
    done: "User rejected.",
    failure: failures.decision,
    send({ user, reason }) {
      const given = reason.trim();
      const body = { decision: "reject" as const, ...(given !== "" && { reason: given }) };
      return call(decideUser, { params: { id: user.id }, body });
    },
  },
  deactivate: {
    question: "Deactivate {name}?",
    consequence: "<0/> will be signed out everywhere and can't sign in until reactivated.",
    variant: "danger",
    done: "User deactivated.",
    failure: failures.status,
    send: sendStatus("inactive"),
  },
  reactivate: {
    question: "Reactivate {name}?",
    consequence: "<0/> can sign in again.",
    variant: "primary",
    done: "User reactivated.",
    failure: failures.status,
    send: sendStatus("active"),
  },
  changeRole: {
    question: "Change the role of {name}?",
    consequence: "<0/> will get an email. The new role takes effect immediately.",
    variant: "primary",
    done: "Role changed.",
    failure: failures.role,
    send({ user, role }) {
      // Only a known role is changed: see `mayChangeRole`.
      const from = user.role as Role;
      return call(changeUserRole, { params: { id: user.id }, body: { role: role ?? from, from } });
    },
  },
  sendPasswordLink: {
    question: "Send {name} a password link?",
    consequence:
      "<0/> will get a link to choose a new password, valid for 30 minutes. Nobody else sees it, and an earlier link ends.",
    variant: "primary",
    done: "Password link sent.",
    failure: failures.passwordLink,
    send: ({ user }) => call(sendPasswordLink, { params: { id: user.id } }),
  },
  sendMailAgain: {
    question: "Send the last email to {name} again?",
    consequence: "<0/> gets the email that was not delivered. A wrong address refuses it again.",
    variant: "primary",
    done: "Email sent again.",
    failure: failures.mail,
    send: ({ user }) => call(sendMailAgain, { params: { id: user.id } }),
  },
  resetPasskeys: {
    question: "Remove all passkeys of {name}?",
    consequence:
      "<0/> will be signed out everywhere and told by email. The password signs in again and adds a new passkey.",
    variant: "danger",
    done: "Passkeys removed.",
    failure: failures.passkeys,
    send: ({ user }) => call(resetPasskeys, { params: { id: user.id } }),
  },
  forgetSignIn: {
    question: "Forget who signs in as {name}?",
    consequence:
      "<0/> will be signed out everywhere and told by email. The next person whom your provider sends with this address gets the account: only if the address is still its owner's.",
    variant: "danger",
    done: "Sign-in forgotten.",
    failure: failures.signIn,
    send: ({ user }) => call(forgetSignIn, { params: { id: user.id } }),
  },
};
