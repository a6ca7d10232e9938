import { outcomeLabels } from "@souffleur/contracts";
import { formatDollars } from "@souffleur/shared-ui";
import { formatDay } from "../../lib/format-time.ts";
import { type OutcomeForm, parseAmount } from "../../outcome/outcome-form.ts";
import styles from "./wrap-up.module.css";

/** An outcome to read. */
export function OutcomeSummary({ form: { outcome, amount, nextStep, nextStepAt } }: { form: OutcomeForm }) {
  const dollars = outcome === "successful" ? parseAmount(amount) : undefined;
  const facts = {
    Outcome: outcome && outcomeLabels[outcome],
    Amount: dollars !== undefined && formatDollars(dollars),
    "Next step": nextStep,
    "Date of the next step": nextStepAt && formatDay(nextStepAt),
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
