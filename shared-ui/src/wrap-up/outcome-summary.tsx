import { isWon, labelOf, outcomeLabels } from "@souffleur/contracts";
import { contractText, formatMoney, Skeleton, sharedText as t } from "@souffleur/shared-ui";
import { formatDay } from "@souffleur/shared-ui/figures";
import { currencyOf, emptyOutcome, type OutcomeForm, parseAmount } from "./outcome-form.ts";
import styles from "./wrap-up.module.css";

/** A read-only outcome. @param form undefined while it loads */
export function OutcomeSummary({ form }: { form: OutcomeForm | undefined }) {
  const { outcome, nextStep, nextStepAt } = form ?? emptyOutcome;
  const currency = currencyOf(form ?? emptyOutcome);
  const amount = form && isWon(outcome) ? parseAmount(form.amount, currency) : undefined;
  const facts = [
    ["Outcome", outcome && contractText(labelOf(outcomeLabels, outcome))],
    ["Amount", amount !== undefined && formatMoney(amount, currency)],
    ["Next step", nextStep],
    ["Date of the next step", nextStepAt && formatDay(nextStepAt)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{form === undefined ? <Skeleton /> : text || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
