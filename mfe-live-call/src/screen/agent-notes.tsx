import { limits } from "@souffleur/contracts";
import { TextAreaField } from "@souffleur/shared-ui";
import { useStore } from "../lib/store.ts";
import type { Notes, NotesState } from "../notes/notes.ts";
import styles from "./agent-notes.module.css";

const statusTexts: Record<NotesState["status"], string> = {
  local: "Kept in this browser until a call begins",
  saving: "Saving…",
  saved: "Saved",
  unsaved: "Not on the server yet: kept in this browser and sent again",
};

export function AgentNotes({ notes }: { notes: Notes }) {
  const { text, status } = useStore(notes.store, (state) => state);
  return (
    <TextAreaField
      label="Agent notes"
      className={styles.notes}
      rows={3}
      maxLength={limits.notesMax}
      placeholder="What to remember of this call"
      value={text}
      hint={text === "" && status !== "unsaved" ? "" : statusTexts[status]}
      onChange={({ target }) => notes.type(target.value)}
    />
  );
}
