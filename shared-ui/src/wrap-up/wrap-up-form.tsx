import { Outcome, outcomeLabels } from "@souffleur/contracts";
import {
  Button,
  contractText,
  shortcutsOn,
  sharedText as t,
  takesText,
  useCommands,
} from "@souffleur/shared-ui";
import { type Autosave, type AutosaveState, useAutosave } from "@souffleur/shared-ui/saving";
import { type ReactElement, useRef, useState } from "react";
import { KeyHint } from "./key-hint.tsx";
import { NextStepFields } from "./next-step-fields.tsx";
import { OutcomeConflict } from "./outcome-conflict.tsx";
import { OutcomeFields } from "./outcome-fields.tsx";
import { checkOutcome, type OutcomeForm } from "./outcome-form.ts";
import { useKeyPress } from "./use-key-press.ts";
import { useUndo } from "./use-undo.ts";
import styles from "./wrap-up.module.css";

interface WrapUpFormProps {
  outcome: Autosave<OutcomeForm>;
  /** The call's notes, shown between its outcome and its next step. */
  notes: ReactElement;
  /** The text of the button that leaves the wrap-up. */
  doneText: string;
  /** Leaves a wrap-up with an outcome. Its last changes are saved meanwhile, and kept in this browser until then. */
  onDone: () => void;
  /** Leaves it without an outcome. */
  onLater: () => void;
}

/** The outcome, the notes and the next step of a call that is over: each change is saved, and only its buttons leave it. */
export function WrapUpForm({ outcome: autosave, notes, doneText, onDone, onLater }: WrapUpFormProps) {
  const state = useAutosave(autosave);
  const form = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const undo = useUndo(state.value);
  // Of the newest value: it may have been loaded since it was rendered.
  const change = (part: Partial<OutcomeForm>) => autosave.change({ ...autosave.get().value, ...part });
  const takeBack = () => {
    change({ outcome: undo.take() });
    // Not in a text field, so that the digits choose again.
    focus("input[type=radio]");
  };
  const choose = (outcome: OutcomeForm["outcome"]) => {
    undo.offer();
    setMissing(false);
    change({ outcome });
  };
  const finish = () => {
    const partOfDate = form.current?.querySelector<HTMLInputElement>("input[type=date]:invalid");
    if (state.other !== undefined) focus("[role=status] button");
    else if (state.value.outcome === undefined) {
      setMissing(true);
      focus("input[type=radio]");
    } else if (Object.keys(checkOutcome(state.value).errors).length > 0) focus("[aria-invalid=true]");
    else if (partOfDate) {
      // Left for a moment, which shows its error.
      partOfDate.blur();
      partOfDate.focus();
    } else onDone();
  };
  useKeyPress(({ key, control, shift, modified, repeated }) => {
    if (!control || modified || repeated) return false;
    if (key === "Enter") finish();
    // What was typed since is taken back by the browser.
    else if (key === "z" && !shift && undo.isOffered && isUntouched()) takeBack();
    else return false;
    return true;
  });
  useCommands(
    Outcome.options.map((outcome, index) => ({
      label: t("Set outcome: {outcome}", { outcome: contractText(outcomeLabels[outcome]) }),
      icon: "conversation",
      // A digit chooses once.
      ...(state.value.outcome === undefined && shortcutsOn() && { keys: [String(index + 1)] }),
      run: () => choose(outcome),
    })),
  );
  return (
    <div ref={form} className={styles.form}>
      <OutcomeFields
        form={state.value}
        error={isMissing ? t("Choose an outcome, or press Later.") : undefined}
        onChoose={choose}
        onChange={change}
      >
        <div className={styles.status}>
          <div role="status">
            {state.other === undefined ? (
              t(statusText(state))
            ) : (
              <OutcomeConflict
                mine={state.value}
                other={state.other.value}
                onDecide={(value) => autosave.decide(value)}
              />
            )}
          </div>
          {undo.isOffered && (
            <Button small variant="quiet" aria-keyshortcuts="Control+Z" onClick={takeBack}>
              {t("Undo")}
            </Button>
          )}
        </div>
      </OutcomeFields>
      {notes}
      <NextStepFields form={state.value} onChange={change} />
      <div className={styles.actions}>
        <Button variant="primary" aria-keyshortcuts="Control+Enter" onClick={finish}>
          <span>{doneText}</span>
          <KeyHint>{t("Ctrl+Enter")}</KeyHint>
        </Button>
        <Button variant="quiet" onClick={onLater}>
          {t("Later")}
        </Button>
      </div>
    </div>
  );
}

/** Whether the focus is in no text field, or in one that is empty. */
function isUntouched(): boolean {
  const focused = document.activeElement;
  return !takesText(focused) || (focused instanceof HTMLInputElement && focused.value === "");
}

function statusText({ value, status }: AutosaveState<OutcomeForm>) {
  if (status === "loading") return "Loading…";
  if (status === "refused") return "Not saved: the call was deleted or is another agent's";
  if (status === "unsaved") return "Saved in this browser; waiting for the server";
  if (Object.keys(checkOutcome(value).errors).length > 0)
    return "Saved in this browser until it is corrected";
  if (status !== "saved") return "Saving…";
  return value.outcome === undefined ? "To wrap up" : "Saved";
}
