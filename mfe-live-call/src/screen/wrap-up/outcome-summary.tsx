import { outcomeLabels } from "@souffleur/contracts";
import { formatDollars, formatShortDate } from "@souffleur/shared-ui";
import { type OutcomeForm, parseAmount } from "../../outcome/outcome-form.ts";
import styles from "./wrap-up.module.css";

/** An outcome to read. */
export function OutcomeSummary({ form: { outcome, amount, nextStep, nextStepAt } }: { form: OutcomeForm }) {
  const dollars = outcome === "successful" ? parseAmount(amount) : undefined;
  const facts = {
    Outcome: outcome && outcomeLabels[outcome],
    Amount: dollars !== undefined && formatDollars(dollars),
    "Next step": nextStep,
    // A day is the same in every zone.
    "Date of the next step": nextStepAt && formatShortDate(`${nextStepAt}T00:00:00`),
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
