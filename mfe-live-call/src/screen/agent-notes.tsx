import { limits } from "@souffleur/contracts";
import { TextAreaField } from "@souffleur/shared-ui";
import type { AutosaveState } from "../autosave/autosave.ts";
import { useStore } from "../lib/store.ts";
import type { Notes } from "../notes/notes.ts";
import styles from "./agent-notes.module.css";

const statusTexts: Record<AutosaveState<string>["status"], string> = {
  loading: "",
  local: "Saved in this browser until a call starts",
  saving: "Saving…",
  saved: "Saved",
  refused: "Not saved: the call was deleted or is another agent's",
  unsaved: "Saved in this browser; waiting for the server",
};

export function AgentNotes({ notes, readOnly }: { notes: Notes; readOnly: boolean }) {
  const { value, status } = useStore(notes.store, (state) => state);
  return (
    <TextAreaField
      label="Agent notes"
      className={styles.notes}
      rows={3}
      maxLength={limits.notesMax}
      placeholder="Add notes about this call"
      readOnly={readOnly}
      value={value}
      hint={readOnly || (value === "" && status !== "unsaved") ? "" : statusTexts[status]}
      onChange={({ target }) => notes.type(target.value)}
    />
  );
}
