import type { AccountStatus, Role, User } from "@souffleur/contracts";
import type { Tab } from "./list-state.ts";

export const statusLabels: Record<AccountStatus, string> = {
  active: "Active",
  inactive: "Inactive",
  pending_approval: "Pending approval",
  pending_verification: "Pending verification",
  rejected: "Rejected",
  suspended: "Suspended",
  locked: "Locked",
};

export const roleLabels: Record<Role, string> = {
  admin: "Admin",
  manager: "Manager",
  supervisor: "Supervisor",
  analyst: "Analyst",
  agent: "Agent",
};

export const tabLabels: Record<Tab, string> = {
  pending: "Pending Approval",
  all: "All Users",
  active: "Active",
};

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
