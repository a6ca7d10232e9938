import { Button, Dialog, sharedText as t } from "@souffleur/shared-ui";
import { useState } from "react";
import type { OutcomeForm } from "./outcome-form.ts";
import { OutcomeSummary } from "./outcome-summary.tsx";
import styles from "./wrap-up.module.css";

interface OutcomeConflictProps {
  mine: OutcomeForm;
  other: OutcomeForm;
  onDecide: (form: OutcomeForm) => void;
}

/** Lets the agent decide, when convenient, between two different changes of the same value. */
export function OutcomeConflict({ mine, other, onDecide }: OutcomeConflictProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span>{t("Changed elsewhere too: not saved yet.")}</span>
      <Button small onClick={() => setOpen(true)}>
        {t("Compare")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("Which outcome is right?")}
        description={t("It was also changed in another tab or browser.")}
      >
        <div className={styles.versions}>
          <div>
            <h3>{t("Yours")}</h3>
            <OutcomeSummary form={mine} />
            <Button onClick={() => onDecide(mine)}>{t("Keep yours")}</Button>
          </div>
          <div>
            <h3>{t("The other")}</h3>
            <OutcomeSummary form={other} />
            <Button onClick={() => onDecide(other)}>{t("Use the other")}</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
