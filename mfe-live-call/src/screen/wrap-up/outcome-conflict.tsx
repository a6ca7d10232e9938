import { Button, Dialog } from "@souffleur/shared-ui";
import { useState } from "react";
import type { OutcomeForm } from "../../outcome/outcome-form.ts";
import { OutcomeSummary } from "./outcome-summary.tsx";
import styles from "./wrap-up.module.css";

interface OutcomeConflictProps {
  mine: OutcomeForm;
  other: OutcomeForm;
  onDecide: (form: OutcomeForm) => void;
}

/** The same was changed elsewhere, differently: the agent decides, when they like. */
export function OutcomeConflict({ mine, other, onDecide }: OutcomeConflictProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span>Changed elsewhere too: not saved yet.</span>
      <Button small onClick={() => setOpen(true)}>
        Compare
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Which outcome is right?"
        description="It was also changed in another tab or browser."
      >
        <div className={styles.versions}>
          <div>
            <h3>Yours</h3>
            <OutcomeSummary form={mine} />
            <Button onClick={() => onDecide(mine)}>Keep yours</Button>
          </div>
          <div>
            <h3>The other</h3>
            <OutcomeSummary form={other} />
            <Button onClick={() => onDecide(other)}>Use the other</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
