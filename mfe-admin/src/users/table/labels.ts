import type { AccountStatus, User } from "@souffleur/contracts";
import type { Text } from "../../texts/texts.ts";

const statuses = {
  active: { label: "Active", tone: "success" },
  inactive: { label: "Inactive", tone: "neutral" },
  pending_approval: { label: "Pending approval", tone: "warning" },
  pending_verification: { label: "Pending verification", tone: "accent" },
  rejected: { label: "Rejected", tone: "danger" },
  suspended: { label: "Suspended", tone: "danger" },
  locked: { label: "Locked", tone: "danger" },
} as const satisfies Record<AccountStatus, { label: Text; tone: string }>;

/** What is shown of a status; one that only a newer server knows is its own text. */
export function statusOf(status: User["status"]): {
  label: Text;
  tone: (typeof statuses)[AccountStatus]["tone"];
} {
  return Object.hasOwn(statuses, status)
    ? statuses[status as AccountStatus]
    : { label: status as string as Text, tone: "neutral" };
}

export function fullName({ firstName, lastName }: User): string {
  return `${firstName} ${lastName}`.trim();
}
