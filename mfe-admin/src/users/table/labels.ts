import type { AccountStatus, Role, User } from "@souffleur/contracts";
import type { Text } from "../../texts/texts.ts";

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

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
