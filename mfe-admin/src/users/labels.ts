import type { AccountStatus, Role, User } from "@souffleur/contracts";
import { type Text, t } from "../texts/texts.ts";
import type { Tab } from "./list-state.ts";

export const statusLabels: Record<AccountStatus, Text> = {
  active: "Active",
  inactive: "Inactive",
  pending_approval: "Pending approval",
  pending_verification: "Pending verification",
  rejected: "Rejected",
  suspended: "Suspended",
  locked: "Locked",
};

export const roleLabels: Record<Role, Text> = {
  admin: "Admin",
  manager: "Manager",
  supervisor: "Supervisor",
  analyst: "Analyst",
  agent: "Agent",
};

const tabLabels: Record<Tab, Text> = {
  pending: "Pending Approval",
  all: "All Users",
  active: "{what, select, users {Active} other {Active}}",
};

export function tabText(tab: Tab): string {
  return t(tabLabels[tab], { what: "users" });
}

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
