import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { canonicalEmail, idField, refusedAs, suggestedDomain, textField } from "../fields.ts";
import { limits } from "../limits.ts";
import { Role } from "../roles.ts";
import { text } from "../texts/text.ts";
import { readAddressList } from "./address-list.ts";
import { passwordsMatch, registrationFields, terms } from "./registration.ts";

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  /** The name of the person who sent it last. */
  sentBy: z.string(),
  sentAt: z.iso.datetime(),
  /** A time in the past where it has expired; it can be sent again. */
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof Invitation>;

const shownMax = 80;

/** Addresses as they are pasted; the result has each once, in its canonical form. Each wrong one is an issue of its line. */
export const AddressList = textField("Enter at least one email address", "Email addresses")
  .max(limits.addressListMax, { error: text("The list of email addresses is too long"), abort: true })
  .transform((pasted, context) => {
    const listed = readAddressList(pasted);
    const refuse = (message: string, path: (string | number)[] = []) =>
      context.issues.push({ code: "custom", message, input: pasted, path });
    if (listed.length === 0) refuse(text("Enter at least one email address"));
    if (listed.length > limits.invitationsAtOnce)
      refuse(text(`Enter at most ${limits.invitationsAtOnce} email addresses at a time`));
    else
      for (const { line, typed } of listed) {
        const shown = typed.slice(0, shownMax);
        const domain = suggestedDomain(typed);
        if (canonicalEmail(typed) === undefined)
          refuse(`Line ${line}: ${shown} is not a valid email address`, [line]);
        else if (domain !== undefined) refuse(`Line ${line}: ${shown}. Did you mean @${domain}?`, [line]);
      }
    if (context.issues.length > 0) return z.NEVER;
    return [...new Set(listed.map(({ typed }) => canonicalEmail(typed) ?? typed))];
  });

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/invitations",
  access: "organization",
  capability: "manageUsers",
  tag: "Administration",
  summary: "The organization's invitations that were not accepted yet, the latest first",
  data: z.object({ invitations: z.array(Invitation) }),
});

export const createInvitations = endpoint({
  method: "POST",
  path: "/api/invitations",
  access: "organization",
  capability: "manageUsers",
  tag: "Administration",
  summary:
    "Invite people by address and role, or send their invitations again; each gets a link by email. The answer does not depend on whether an address has an account",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  example: { body: { addresses: "ada@example.com\ngrace@example.com", role: "agent" } },
  body: z.object({ addresses: AddressList, role: Role }),
  data: z.object({ invitations: z.array(Invitation) }),
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/api/invitations/:id",
  access: "organization",
  capability: "manageUsers",
  tag: "Administration",
  summary: "Withdraw an invitation: its link is no longer valid",
  errors: ["INVALID_TRANSITION"],
  example: { params: { id: "5d41402abc4b2a76b9719d911017c592" } },
  params: z.object({ id: idField() }),
});

/** The same for a link that is unknown, used, expired, withdrawn or replaced. */
export const invitationInvalid = text(
  "This invitation is no longer valid. If you have accepted it, sign in; otherwise ask for a new one.",
);

const token = refusedAs(invitationInvalid, 200);
const exampleToken = "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4";

export const readInvitation = endpoint({
  method: "GET",
  path: "/api/invitations/accept",
  access: "public",
  tag: "Accounts",
  summary: "Who invites whom to which organization, for the token of a mailed link",
  errors: ["LINK_INVALID"],
  limit: "verification",
  example: { query: { token: exampleToken } },
  query: z.object({ token }),
  data: Invitation.pick({ email: true, role: true }).extend({
    organizationName: z.string(),
    invitedBy: z.string(),
  }),
});

const { firstName, lastName, password, confirmPassword } = registrationFields;

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/accept",
  access: "public",
  tag: "Accounts",
  summary: "Accept an invitation: the account is verified and active at once, in that organization",
  errors: ["LINK_INVALID", "SERVER_BUSY"],
  limit: "verification",
  credential: ["body"],
  example: {
    body: { token: exampleToken, firstName: "Ada", lastName: "Lovelace", password: "Right-Horse-7" },
  },
  body: z.object({ token, firstName, lastName, password }),
});

/** The fields of the form, of which the confirmation and the consent are not sent. */
export const InvitationForm = z
  .object({ firstName, lastName, password, confirmPassword, terms })
  .refine((form) => form.password === form.confirmPassword, passwordsMatch);
export type InvitationFormInput = z.input<typeof InvitationForm>;
