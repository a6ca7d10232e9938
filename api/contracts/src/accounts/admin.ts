import * as z from "zod";
import { Currency } from "../currencies.ts";
import { endpoint } from "../endpoint.ts";
import { boundedText, choice, cursorField, idField, openEnum, wholeNumber } from "../fields.ts";
import { limits } from "../limits.ts";
import { Role } from "../roles.ts";
import { text } from "../texts/text.ts";
import { registrationFields } from "./registration.ts";
import { Organization, User } from "./users.ts";

export const UserStats = z.object({
  total: z.number(),
  active: z.number(),
  pending: z.number(),
  pendingVerification: z.number(),
});
export type UserStats = z.infer<typeof UserStats>;

export const Decision = choice("Decision", ["approve", "reject"]);
export type Decision = z.infer<typeof Decision>;

/** Malformed ids are not refused here: like another organization's, they answer NOT_FOUND. */
const userParams = z.object({ id: idField() });
const exampleId = "9f1b0c52-6d0e-4a53-8b6c-2f3f1f4b7a10";
const administration = { access: "admin", tag: "Administration" } as const;

export const userStats = endpoint("GET", "/api/auth/admin/users/stats", {
  ...administration,
  summary: "Counts of the accounts that the caller may see",
  data: z.object({ stats: UserStats }),
});

const limit = text(`Limit must be a number from 1 to ${limits.usersPageMax}`);
const paged = {
  query: z.object({
    /** Without it there are more, as the specification asks for all. */
    limit: wholeNumber(limit).min(1, { error: limit }).max(limits.usersPageMax, { error: limit }).optional(),
    cursor: cursorField(),
  }),
  data: z.object({
    users: z.array(User),
    /** Leads to the next accounts; absent after the last one. */
    nextCursor: z.string().optional(),
  }),
};

export const pendingUsers = endpoint("GET", "/api/auth/admin/pending-users", {
  ...administration,
  summary: "Accounts that wait for a decision of the caller, the longest waiting first",
  example: { query: { limit: 500 } },
  ...paged,
});

export const listUsers = endpoint("GET", "/api/auth/admin/users", {
  ...administration,
  summary: "The accounts that the caller may see, the oldest registrations first",
  example: { query: { limit: 500 } },
  ...paged,
});

export const searchUsers = endpoint("GET", "/api/auth/admin/users/search", {
  ...administration,
  summary: "The first accounts that the caller may see whose name or address begins with a text",
  // The search field sends a request at each pause in typing.
  limit: 120,
  example: { query: { q: "cam mor" } },
  query: z.object({
    /** A first name, a last name, both in either order, or an address; accents and case are ignored. */
    q: boundedText("Search", limits.searchMax).min(limits.searchMin, {
      error: text(`Search must have at least ${limits.searchMin} characters`),
    }),
  }),
  data: z.object({ users: z.array(User).max(limits.searchResults) }),
});

const similar = z.array(z.string());

export const ApprovalEffect = z.object({
  /** The organization does not exist yet: the account becomes its administrator. */
  founds: z.boolean(),
  /** Organizations with members of the same e-mail domain; empty where it founds nothing. */
  sameDomain: similar,
  /** Organizations with similar names. */
  similarNames: similar,
  /** All of these, into which the account can be approved instead. */
  organizations: z.array(Organization.pick({ id: true, name: true })).default([]),
  /** With which the person was invited, where the caller may give it; absent where it founds an organization. */
  invitedRole: openEnum(Role).optional(),
});
export type ApprovalEffect = z.infer<typeof ApprovalEffect>;

export const approvalEffect = endpoint("GET", "/api/auth/admin/users/:id/approval", {
  ...administration,
  summary:
    "Whether an approval founds an organization, with the names of those that resemble it, and the role with which the person was invited",
  example: { params: { id: exampleId } },
  params: userParams,
  data: ApprovalEffect,
});

/** Optional in the browser: the specification reads `success` and `message`. */
const ChangedUser = z.object({ user: User }).optional();
const userCall = { ...administration, params: userParams, data: ChangedUser };

export const decideUser = endpoint("PUT", "/api/auth/admin/users/:id/approve", {
  ...userCall,
  summary: "Approve or reject a registration",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION", "LIMIT_REACHED", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { decision: "approve" } },
  body: z.object({
    decision: Decision,
    reason: boundedText("Reason", limits.reasonMax)
      .transform((reason) => reason || undefined)
      .optional(),
    /** Of an approved account; without it the invited one, where the caller may give that, or an agent. The founder of an organization becomes its administrator. */
    role: Role.optional(),
    /** An existing organization that the founder of a new one joins instead; for platform administrators. */
    organizationId: z
      .string({ error: text("Organization must be text") })
      .max(64, { error: text("This organization does not exist.") })
      .optional(),
  }),
});

export const changeUserStatus = endpoint("PUT", "/api/auth/admin/users/:id/status", {
  ...userCall,
  summary: "Deactivate or reactivate an account",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION", "LIMIT_REACHED", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { status: "inactive" } },
  body: z.object({
    status: choice("Status", ["active", "inactive"]),
  }),
});

export const changeUserRole = endpoint("PUT", "/api/auth/admin/users/:id/role", {
  ...userCall,
  summary:
    "Give an account another role, effective at once; the person is notified by email. 409 where it no longer has the role that the change is based on, and for the last active administrator",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { role: "supervisor" } },
  body: z.object({
    role: Role,
    /** The role that the caller has seen; without it, any role is replaced. */
    from: Role.optional(),
  }),
});

export const renameOrganization = endpoint("PUT", "/api/organization", {
  access: "organization",
  capability: "manageSettings",
  tag: "Administration",
  summary:
    "Rename the caller's organization, effective at once. 409 where another organization has the name, or had it, and where the name is no longer the one that the change is based on",
  errors: ["INVALID_TRANSITION"],
  limit: 10,
  example: { body: { name: "Analytical Engines" } },
  body: z.object({
    name: registrationFields.organizationName,
    /** The name that the caller has seen; without it, any name is replaced. */
    from: z
      .string({ error: text("Organization name must be text") })
      .max(1000, { error: text("Organization name is too long") })
      .optional(),
  }),
  data: z.object({ organization: Organization }),
});

export const saveCurrency = endpoint("PUT", "/api/organization/currency", {
  access: "organization",
  capability: "manageSettings",
  tag: "Administration",
  summary:
    "Choose the currency of the caller's organization. Amounts that are stored keep the currency in which they were entered. 409 where it is no longer the one that the change is based on",
  errors: ["INVALID_TRANSITION"],
  limit: 10,
  example: { body: { currency: "EUR" } },
  body: z.object({
    currency: Currency,
    /** The currency that the caller has seen; without it, any is replaced. */
    from: Currency.optional(),
  }),
  data: z.object({ organization: Organization }),
});

export const sendPasswordLink = endpoint("POST", "/api/auth/admin/users/:id/password-link", {
  ...userCall,
  summary:
    "Mail the owner of an active account a link to choose a new password. It is valid for 30 minutes and works once, and an earlier one ends; nobody else sees it",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  example: { params: { id: exampleId } },
});

export const sendMailAgain = endpoint("POST", "/api/auth/admin/users/:id/mail", {
  ...userCall,
  summary: "Send the last email to an account again, which was refused by its address's server or given up",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  example: { params: { id: exampleId } },
});

export const forgetSignIn = endpoint("DELETE", "/api/auth/admin/users/:id/identity", {
  ...userCall,
  summary:
    "Forget which person of the organization's identity provider has signed in to an active account: the next one with its address gets it. All its sessions end, and the owner is told by email",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION"],
  limit: 20,
  example: { params: { id: exampleId } },
});
