import { type Outcome, outcomeLabels } from "@souffleur/contracts";
import { Badge, contractText, formatDollars } from "@souffleur/shared-ui";

interface OutcomeBadgeProps {
  outcome: Outcome;
  amount: number | undefined;
}

export function OutcomeBadge({ outcome, amount }: OutcomeBadgeProps) {
  return (
    <Badge tone={outcome === "successful" ? "success" : "neutral"}>
      {contractText(outcomeLabels[outcome]) + (amount === undefined ? "" : ` · ${formatDollars(amount)}`)}
    </Badge>
  );
}
