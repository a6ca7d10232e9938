import { type PlaybookContent, playbookLimits } from "@souffleur/contracts/playbook";
import { ConfirmDialog, Dialog, Notice, Segmented } from "@souffleur/shared-ui";
import { useMemo, useState } from "react";
import { Differences } from "../differences.tsx";
import { changesBetween } from "../draft/changes.ts";
import { counted, countedEntries } from "../labels.ts";
import styles from "../playbook.module.css";
import type { Imported } from "./read-csv.ts";
import { mergeImport } from "./read-import.ts";

const shownMost = 100;

interface ImportDialogProps {
  imported: Imported;
  draft: PlaybookContent;
  onImport: (content: PlaybookContent) => void;
  onClose: () => void;
}

/** What a file would change, or all that is wrong with it. */
export function ImportDialog({ imported, draft, onImport, onClose }: ImportDialogProps) {
  const [way, setWay] = useState<"merge" | "replace">("merge");
  const { content, mistakes } = imported;
  const result = useMemo(() => {
    if (content === undefined) return draft;
    return way === "merge" ? mergeImport(draft, content) : content;
  }, [content, draft, way]);
  const changes = useMemo(() => changesBetween(draft, result), [draft, result]);
  if (mistakes !== undefined) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Nothing was imported"
        description={`The file has ${counted(mistakes.length, "mistake")}. Correct and import it again.`}
      >
        <ul className={styles.lines}>
          {mistakes.slice(0, shownMost).map(({ line, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: mistakes have no other identity
            <li key={at}>
              Line {line}: {text}.
            </li>
          ))}
        </ul>
        {mistakes.length > shownMost && <p>… and {counted(mistakes.length - shownMost, "more", "more")}</p>}
      </Dialog>
    );
  }
  const isTooLong =
    result.entries.length > playbookLimits.entries || result.facts.length > playbookLimits.facts;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Import into the draft?"
      description={`The file has ${countedEntries(content.entries.length)} and ${counted(content.facts.length, "fact")}. Nothing is published yet.`}
      confirmDisabled={changes.length === 0 || isTooLong}
      onConfirm={() => onImport(result)}
    >
      <div>
        <Segmented
          label="How to import"
          value={way}
          options={[
            { value: "merge", label: "Merge into the draft" },
            { value: "replace", label: "Replace the draft" },
          ]}
          onChange={setWay}
        />
      </div>
      {isTooLong && (
        <Notice kind="error">
          A playbook has at most {countedEntries(playbookLimits.entries)} and {playbookLimits.facts} facts.
        </Notice>
      )}
      <Differences changes={changes} />
    </ConfirmDialog>
  );
}
