import { type CallStatus, type CallSummary, outcomeLabels } from "@souffleur/contracts";
import { contractText, formatDollars } from "@souffleur/shared-ui";
import { type Text, t } from "../texts/texts.ts";

export const statusLabels: Readonly<Record<CallStatus, Text>> = {
  active: "In progress",
  ended: "Ended",
};

/** The label and the badge colour of a call's outcome. */
export function outcomeOf({ status, outcome, amount }: Pick<CallSummary, "status" | "outcome" | "amount">) {
  if (outcome === undefined) {
    return status === "active"
      ? ({ label: t(statusLabels.active), tone: "accent" } as const)
      : ({ label: t("To wrap up"), tone: "warning" } as const);
  }
  if (outcome !== "successful")
    return { label: contractText(outcomeLabels[outcome]), tone: "neutral" } as const;
  const won = amount === undefined ? "" : ` · ${formatDollars(amount)}`;
  return { label: contractText(outcomeLabels.successful) + won, tone: "success" } as const;
}
