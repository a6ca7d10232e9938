import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { openEnum, refusedAs } from "../fields.ts";
import { Role } from "../roles.ts";
import { text } from "../texts/text.ts";
import { passwordsMatch, registrationFields, repeatsPassword, terms } from "./registration.ts";
import { MailFailure } from "./users.ts";

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: openEnum(Role),
  /** The name of the person who sent it last. */
  sentBy: z.string(),
  sentAt: z.iso.datetime(),
  /** A time in the past where it has expired; it can be sent again. */
  expiresAt: z.iso.datetime(),
  mailFailure: MailFailure.optional(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The same for a link that is unknown, used, expired, withdrawn or replaced. */
export const invitationInvalid = text(
  "This invitation is no longer valid. If you have accepted it, sign in; otherwise ask for a new one.",
);

const token = refusedAs(invitationInvalid, 200);
const exampleToken = "hV3Zr0yq8t1mJ5bXc7Kd2wLsPnEfGaUiQoRxYzT9vB4";

export const readInvitation = endpoint("GET", "/api/invitations/accept", {
  access: "public",
  tag: "Accounts",
  summary:
    "Who invites whom to which organization, for the token of a mailed link, and whether the person signs in through its identity provider instead of choosing a password",
  errors: ["LINK_INVALID", "SSO_REQUIRED"],
  limit: "verification",
  example: { query: { token: exampleToken } },
  query: z.object({ token }),
  data: Invitation.pick({ email: true, role: true }).extend({
    organizationName: z.string(),
    invitedBy: z.string(),
    signIn: openEnum(z.enum(["password", "provider"])).optional(),
  }),
});

const { firstName, lastName, password, confirmPassword } = registrationFields;

export const acceptInvitation = endpoint("POST", "/api/invitations/accept", {
  access: "public",
  tag: "Accounts",
  summary: "Accept an invitation: the account is verified and active at once, in that organization",
  errors: ["LINK_INVALID", "SSO_REQUIRED", "LIMIT_REACHED", "SERVER_BUSY"],
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
  .refine(repeatsPassword, passwordsMatch);
export type InvitationFormInput = z.input<typeof InvitationForm>;
