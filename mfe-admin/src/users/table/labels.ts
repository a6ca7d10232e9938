import type { AccountStatus, User } from "@souffleur/contracts";
import type { Text } from "../../texts/texts.ts";

export const statuses = {
  active: { label: "Active", tone: "success" },
  inactive: { label: "Inactive", tone: "neutral" },
  pending_approval: { label: "Pending approval", tone: "warning" },
  pending_verification: { label: "Pending verification", tone: "accent" },
  rejected: { label: "Rejected", tone: "danger" },
  suspended: { label: "Suspended", tone: "danger" },
  locked: { label: "Locked", tone: "danger" },
} as const satisfies Record<AccountStatus, { label: Text; tone: string }>;

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
