import type * as z from "zod";
import { choice } from "./fields.ts";
import type { ContractText } from "./texts/text.ts";

/** The highest first: where an identity provider names several roles of a person, they get the first of these. */
export const Role = choice("Role", ["admin", "manager", "supervisor", "analyst", "agent"]);
export type Role = z.infer<typeof Role>;

export const roleLabels: Readonly<Record<Role, ContractText>> = {
  admin: "Admin",
  manager: "Manager",
  supervisor: "Supervisor",
  analyst: "Analyst",
  agent: "Agent",
};

export type Capability = "manageUsers" | "viewAnalytics" | "viewAllCalls" | "manageSettings" | "exportData";

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
export function rolesGivenBy(role: Role): readonly Role[] {
  if (role === "admin") return Role.options;
  return role === "manager" ? teamRoles : [];
}

/** The specification's table of roles and permissions; agents see only their own calls. */
const capabilities: Record<Role, readonly Capability[]> = {
  admin: ["manageUsers", "viewAnalytics", "viewAllCalls", "manageSettings", "exportData"],
  manager: ["manageUsers", "viewAnalytics", "viewAllCalls", "exportData"],
  supervisor: ["viewAnalytics", "viewAllCalls"],
  analyst: ["viewAnalytics", "viewAllCalls", "exportData"],
  agent: ["viewAnalytics"],
};

export function may(role: Role, capability: Capability): boolean {
  return capabilities[role].includes(capability);
}

/** An admin without an organization, who manages all organizations and the releases. */
export function isPlatformAdmin(role: Role, organization: unknown): boolean {
  return role === "admin" && organization === null;
}

/** Whether a viewer may open a screen with this access; unknown accesses are refused. */
export function mayOpen(
  access: string,
  viewer: { readonly role: Role; readonly organization: unknown } | undefined,
): boolean {
  if (access === "public") return true;
  if (viewer === undefined) return false;
  if (access === "session") return true;
  if (access === "admin") return isAdmin(viewer.role);
  if (access === "platform") return isPlatformAdmin(viewer.role, viewer.organization);
  return (capabilities[viewer.role] as readonly string[]).includes(access);
}

/** Admin or manager: required for the admin page, its link and the administration calls. */
export function isAdmin(role: Role): boolean {
  return may(role, "manageUsers");
}
