import type * as z from "zod";
import { choice, type UnknownMember } from "./fields.ts";
import type { ContractText } from "./texts/text.ts";

/** The highest first: where an identity provider names several roles of a person, they get the first of these. */
export const Role = choice("Role", ["admin", "manager", "supervisor", "analyst", "agent"]);
export type Role = z.infer<typeof Role>;

/** A role as an answer has it. One that only a newer server knows has no rights here. */
type AnsweredRole = Role | UnknownMember;

export const roleLabels: Readonly<Record<Role, ContractText>> = {
  admin: "Admin",
  manager: "Manager",
  supervisor: "Supervisor",
  analyst: "Analyst",
  agent: "Agent",
};

export type Capability =
  | "manageUsers"
  | "viewAnalytics"
  | "viewAllCalls"
  | "manageSettings"
  | "exportData"
  // Not in the specification: to whisper, to help and to write notes in others' calls.
  | "coach";

/** What a token of an organization is for; each call that it may make names one. */
export const tokenScopes = [
  "calls:read",
  "calls:export",
  "customers:read",
  "customers:write",
  "users:provision",
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The roles of people within a team, which a manager gives. */
const teamRoles: readonly Role[] = Role.options.filter((role) => role !== "admin" && role !== "manager");

/** The roles that an account with this role gives to others; it changes no account that has another one. */
export function rolesGivenBy(role: AnsweredRole): readonly Role[] {
  if (role === "admin") return Role.options;
  return role === "manager" ? teamRoles : [];
}

/** The specification's table of roles and permissions; agents see only their own calls. */
const capabilities = {
  admin: ["manageUsers", "viewAnalytics", "viewAllCalls", "manageSettings", "exportData", "coach"],
  manager: ["manageUsers", "viewAnalytics", "viewAllCalls", "exportData", "coach"],
  supervisor: ["viewAnalytics", "viewAllCalls", "coach"],
  analyst: ["viewAnalytics", "viewAllCalls", "exportData"],
  agent: ["viewAnalytics"],
} satisfies Record<Role, Capability[]>;

export function may(role: AnsweredRole, capability: Capability): boolean {
  return capabilitiesOf(role).includes(capability);
}

const capabilitiesOf = (role: AnsweredRole): readonly string[] =>
  Object.hasOwn(capabilities, role) ? capabilities[role as Role] : [];

/** An admin without an organization, who manages all organizations and the releases. */
export function isPlatformAdmin(role: AnsweredRole, organization: unknown): boolean {
  return role === "admin" && organization === null;
}

/** Whether a viewer may open a screen with this access; unknown accesses are refused. */
export function mayOpen(
  access: string,
  viewer: { readonly role: AnsweredRole; readonly organization: unknown } | undefined,
): boolean {
  if (access === "public") return true;
  if (viewer === undefined) return false;
  if (access === "session") return true;
  if (access === "admin") return isAdmin(viewer.role);
  if (access === "platform") return isPlatformAdmin(viewer.role, viewer.organization);
  return capabilitiesOf(viewer.role).includes(access);
}

/** Admin or manager: required for the admin page, its link and the administration calls. */
export function isAdmin(role: AnsweredRole): boolean {
  return may(role, "manageUsers");
}
