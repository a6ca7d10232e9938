import * as z from "zod";

export const Role = z.enum(["admin", "manager", "supervisor", "analyst", "agent"]);
export type Role = z.infer<typeof Role>;

export type Capability = "manageUsers" | "viewAnalytics" | "viewAllCalls" | "manageSettings" | "exportData";

/** The specification's table of roles and permissions; an agent sees the calls of his own. */
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

/** An admin of no organization: sees all of them, and the releases. */
export function isPlatformAdmin(role: Role, organization: unknown): boolean {
  return role === "admin" && organization === null;
}

/** Admin or manager: guards the admin page, its link and the administration calls. */
export function isAdmin(role: Role): boolean {
  return may(role, "manageUsers");
}
