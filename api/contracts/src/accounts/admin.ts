import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { choice, idField } from "../fields.ts";
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

export const userStats = endpoint({
  method: "GET",
  path: "/api/auth/admin/users/stats",
  access: "admin",
  tag: "Administration",
  summary: "Counts of the accounts that the caller may see",
  data: z.object({ stats: UserStats }),
});

export const pendingUsers = endpoint({
  method: "GET",
  path: "/api/auth/admin/pending-users",
  access: "admin",
  tag: "Administration",
  summary: "Accounts that wait for a decision of the caller",
  data: z.object({ users: z.array(User) }),
});

export const listUsers = endpoint({
  method: "GET",
  path: "/api/auth/admin/users",
  access: "admin",
  tag: "Administration",
  summary: "All accounts that the caller may see",
  data: z.object({ users: z.array(User) }),
});

export const searchUsers = endpoint({
  method: "GET",
  path: "/api/auth/admin/users/search",
  access: "admin",
  tag: "Administration",
  summary: "The first accounts that the caller may see whose name or address begins with a text",
  // The search field sends a request at each pause in typing.
  limit: 120,
  example: { query: { q: "cam mor" } },
  query: z.object({
    /** A first name, a last name, both in either order, or an address; accents and case are ignored. */
    q: z
      .string({ error: text("Search must be text") })
      .trim()
      .min(limits.searchMin, { error: text(`Search must have at least ${limits.searchMin} characters`) })
      .max(limits.searchMax, { error: text(`Search is too long (max ${limits.searchMax} characters)`) }),
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
});
export type ApprovalEffect = z.infer<typeof ApprovalEffect>;

export const approvalEffect = endpoint({
  method: "GET",
  path: "/api/auth/admin/users/:id/approval",
  access: "platform",
  tag: "Administration",
  summary: "Whether an approval founds an organization, and the names of those that resemble it",
  example: { params: { id: exampleId } },
  params: userParams,
  data: ApprovalEffect,
});

/** Optional in the browser: the specification reads `success` and `message`. */
const ChangedUser = z.object({ user: User }).optional();

export const decideUser = endpoint({
  method: "PUT",
  path: "/api/auth/admin/users/:id/approve",
  access: "admin",
  tag: "Administration",
  summary: "Approve or reject a registration",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { decision: "approve" } },
  params: userParams,
  body: z.object({
    decision: Decision,
    reason: z
      .string({ error: text("Reason must be text") })
      .trim()
      .max(limits.reasonMax, { error: text(`Reason is too long (max ${limits.reasonMax} characters)`) })
      .transform((reason) => reason || undefined)
      .optional(),
    /** Of an approved account; without it an agent. The founder of an organization becomes its administrator. */
    role: Role.optional(),
    /** An existing organization that the founder of a new one joins instead; for platform administrators. */
    organizationId: z
      .string({ error: text("Organization must be text") })
      .max(64, { error: text("This organization does not exist.") })
      .optional(),
  }),
  data: ChangedUser,
});

export const changeUserStatus = endpoint({
  method: "PUT",
  path: "/api/auth/admin/users/:id/status",
  access: "admin",
  tag: "Administration",
  summary: "Deactivate or reactivate an account",
  errors: ["INVALID_TRANSITION", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { status: "inactive" } },
  params: userParams,
  body: z.object({
    status: choice("Status", ["active", "inactive"]),
  }),
  data: ChangedUser,
});

export const changeUserRole = endpoint({
  method: "PUT",
  path: "/api/auth/admin/users/:id/role",
  access: "admin",
  tag: "Administration",
  summary:
    "Give an account another role, effective at once; the person is notified by email. 409 where it no longer has the role that the change is based on, and for the last active administrator",
  errors: ["PROOF_REQUIRED", "INVALID_TRANSITION", "SERVER_BUSY"],
  example: { params: { id: exampleId }, body: { role: "supervisor" } },
  params: userParams,
  body: z.object({
    role: Role,
    /** The role that the caller has seen; without it, any role is replaced. */
    from: Role.optional(),
  }),
  data: ChangedUser,
});

export const renameOrganization = endpoint({
  method: "PUT",
  path: "/api/organization",
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

export const sendPasswordLink = endpoint({
  method: "POST",
  path: "/api/auth/admin/users/:id/password-link",
  access: "admin",
  tag: "Administration",
  summary:
    "Mail the owner of an active account a link to choose a new password. It is valid for 30 minutes and works once, and an earlier one ends; nobody else sees it",
  errors: ["INVALID_TRANSITION"],
  limit: 20,
  example: { params: { id: exampleId } },
  params: userParams,
  data: ChangedUser,
});
