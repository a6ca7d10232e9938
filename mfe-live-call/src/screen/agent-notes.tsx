import { limits } from "@souffleur/contracts";
import { TextAreaField } from "@souffleur/shared-ui";
import { type AutosaveState, useAutosave } from "@souffleur/shared-ui/saving";
import type { Notes } from "../notes/notes.ts";
import { type Text, t } from "../texts/texts.ts";
import styles from "./agent-notes.module.css";

const statusTexts = {
  local: "Saved in this browser until a call starts",
  saving: "Saving…",
  saved: "Saved",
  refused: "Not saved: the call was deleted or is another agent's",
  unsaved: "Saved in this browser; waiting for the server",
} as const satisfies Record<Exclude<AutosaveState<string>["status"], "loading">, Text>;

export function AgentNotes({ notes, readOnly }: { notes: Notes; readOnly: boolean }) {
  const { value, status } = useAutosave(notes);
  const isHintless = readOnly || (value === "" && status !== "unsaved");
  return (
    <TextAreaField
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
