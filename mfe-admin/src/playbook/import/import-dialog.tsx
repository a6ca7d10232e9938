import { type PlaybookContent, playbookLimits } from "@souffleur/contracts/playbook";
import { ConfirmDialog, Dialog, formatCount, Notice, Segmented } from "@souffleur/shared-ui";
import { useMemo, useState } from "react";
import { t } from "../../texts/texts.ts";
import { Differences } from "../differences.tsx";
import { changesBetween } from "../draft/changes.ts";
import styles from "../playbook.module.css";
import type { Imported } from "./read-csv.ts";
import { mergeImport } from "./read-import.ts";

const shownMax = 100;

interface ImportDialogProps {
  imported: Imported;
  draft: PlaybookContent;
  onImport: (content: PlaybookContent) => void;
  onClose: () => void;
}

/** The changes of an imported file, or its mistakes. */
export function ImportDialog({ imported, draft, onImport, onClose }: ImportDialogProps) {
  const [mode, setMode] = useState<"merge" | "replace">("merge");
  const { content, madeIds, mistakes } = imported;
  const result = useMemo(() => {
    if (content === undefined) return draft;
    return mode === "merge" ? mergeImport(draft, content, madeIds) : content;
  }, [content, madeIds, draft, mode]);
  const changes = useMemo(() => changesBetween(draft, result), [draft, result]);
  if (mistakes !== undefined) {
    return (
      <Dialog
        onClose={onClose}
        title={t("Nothing was imported")}
        description={t(
          "The file has {count, plural, one {# mistake} other {# mistakes}}. Correct and import it again.",
          { count: mistakes.length },
        )}
      >
        <ul className={styles.lines}>
          {mistakes.slice(0, shownMax).map(({ line, column, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: mistakes have no other identity
            <li key={at}>
              {column === undefined
                ? t("Line {line}: {text}.", { line, text })
                : t("Line {line}, column “{column}”: {text}.", { line, column, text })}
            </li>
          ))}
        </ul>
        {mistakes.length > shownMax && (
          <p>{t("… and {count} more", { count: formatCount(mistakes.length - shownMax) })}</p>
        )}
      </Dialog>
    );
  }
  const isTooLong =
    result.entries.length > playbookLimits.entries || result.facts.length > playbookLimits.facts;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("Import into the draft?")}
      description={t(
        "The file has {entries, plural, one {# entry} other {# entries}} and {facts, plural, one {# fact} other {# facts}}. Nothing is published yet.",
        { entries: content.entries.length, facts: content.facts.length },
      )}
      confirmText={t("Import")}
      confirmDisabled={changes.length === 0 || isTooLong}
      onConfirm={() => onImport(result)}
    >
      <div>
        <Segmented
          label={t("How to import")}
          value={mode}
          options={[
            { value: "merge", label: t("Merge into the draft") },
            { value: "replace", label: t("Replace the draft") },
          ]}
          onChange={setMode}
        />
      </div>
      {isTooLong && (
        <Notice kind="error">
          {t("A playbook has at most {entries, plural, one {# entry} other {# entries}} and {facts} facts.", {
            entries: playbookLimits.entries,
            facts: playbookLimits.facts,
          })}
        </Notice>
      )}
      <Differences changes={changes} />
    </ConfirmDialog>
  );
}
