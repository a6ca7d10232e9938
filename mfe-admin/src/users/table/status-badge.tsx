import type { AccountStatus } from "@souffleur/contracts";
import { Badge } from "@souffleur/shared-ui";
import { t } from "../../texts/texts.ts";
import { statusLabels } from "./labels.ts";

const tones = {
  active: "success",
  inactive: "neutral",
  pending_approval: "warning",
  pending_verification: "accent",
  rejected: "danger",
  suspended: "danger",
  locked: "danger",
} as const satisfies Record<AccountStatus, string>;

export function StatusBadge({ status }: { status: AccountStatus }) {
  return <Badge tone={tones[status]}>{t(statusLabels[status])}</Badge>;
}
