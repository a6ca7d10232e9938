import { type CallSummary, isWon, labelOf, outcomeLabels } from "@souffleur/contracts";
import { Badge, contractText, formatMoney, sharedText as t } from "@souffleur/shared-ui";

/** A call's outcome with its amount, or that it has none yet. */
export function OutcomeBadge({
  status,
  outcome,
  amount,
  currency,
}: Pick<CallSummary, "status" | "outcome" | "amount" | "currency">) {
  if (outcome === undefined)
    return status === "active" ? (
      <Badge tone="accent">{t("In progress")}</Badge>
    ) : (
      <Badge tone="warning">{t("To wrap up")}</Badge>
    );
  return (
    <Badge tone={isWon(outcome) ? "success" : "neutral"}>
      {contractText(labelOf(outcomeLabels, outcome)) +
        (amount === undefined ? "" : ` · ${formatMoney(amount, currency)}`)}
    </Badge>
  );
}
