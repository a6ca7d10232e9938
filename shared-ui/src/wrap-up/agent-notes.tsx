import { limits } from "@souffleur/contracts";
import { TextAreaField, sharedText as t } from "@souffleur/shared-ui";
import { type AutosaveState, useAutosave } from "@souffleur/shared-ui/saving";
import { useLayoutEffect, useRef } from "react";
import styles from "./agent-notes.module.css";
import type { Notes } from "./notes.ts";

const statusTexts = {
  local: "Saved in this browser until a call starts",
  saving: "Saving…",
  saved: "Saved",
  refused: "Not saved: the call was deleted or is another agent's",
  unsaved: "Saved in this browser; waiting for the server",
} as const satisfies Record<Exclude<AutosaveState<string>["status"], "loading">, string>;

/** Where the caret was in notes that are being moved to another place of the page. */
const carets = new WeakMap<Notes, [from: number, to: number]>();

/** Keeps the focus and the caret where the field is moved while it is typed in, as at the end of a call. */
function useCaret(notes: Notes) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    const caret = carets.get(notes);
    if (caret !== undefined) {
      element?.focus({ preventScroll: true });
      element?.setSelectionRange(...caret);
    }
    return () => {
      if (element === null || document.activeElement !== element) return;
      carets.set(notes, [element.selectionStart, element.selectionEnd]);
      // A field that appears later is another visit.
      queueMicrotask(() => carets.delete(notes));
    };
  }, [notes]);
  return field;
}

export function AgentNotes({ notes, readOnly }: { notes: Notes; readOnly: boolean }) {
  const { value, status } = useAutosave(notes);
  const isHintless = readOnly || (value === "" && status !== "unsaved");
  const field = useCaret(notes);
  return (
    <TextAreaField
      ref={field}
      label={t("Agent notes")}
      className={styles.notes}
      rows={3}
      maxLength={limits.notesMax}
      placeholder={t("Add notes about this call")}
      readOnly={readOnly}
      value={value}
      hint={isHintless || status === "loading" ? "" : t(statusTexts[status])}
      onChange={({ target }) => notes.type(target.value)}
    />
  );
}
