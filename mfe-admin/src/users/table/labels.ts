import type { AccountStatus, User } from "@souffleur/contracts";
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

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
