import { Button, CheckboxField, Dialog, Notice, Segmented, Select } from "@souffleur/shared-ui";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { t } from "../../texts/texts.ts";
import { customersKey } from "../use-customers.ts";
import {
  type Column,
  columnFault,
  columnLabel,
  columnNames,
  columnsOf,
  unchosenContacts,
} from "./columns.ts";
import { EncodingChoice } from "./encoding-choice.tsx";
import styles from "./import.module.css";
import { Progress, short } from "./import-progress.tsx";
import { customerOf, readTable, readTexts, type Table } from "./read-table.ts";
import { useImport } from "./use-import.ts";

interface ImportDialogProps {
  onClose: () => void;
}

/** Imports a table of customers: the file, its columns, what to do with duplicates, and the result of each line. */
export default function ImportDialog({ onClose }: ImportDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [table, setTable] = useState<Table>();
  /** What the file may be, while it is unsure. */
  const [texts, setTexts] = useState<readonly [string, string]>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const fail = (error: unknown) =>
    setFailure(error instanceof Error && error.message ? error.message : t("The file could not be read."));
  const take = (text: string) => {
    setTexts(undefined);
    try {
      setTable(readTable(text));
    } catch (error) {
      fail(error);
    }
  };
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setTable(undefined);
    setTexts(undefined);
    setFailure(undefined);
    try {
      const [text, other] = await readTexts(file);
      if (other === undefined) take(text);
      else setTexts([text, other]);
    } catch (error) {
      fail(error);
    }
  };
  const mistake = table?.mistakes[0];
  return (
    <Dialog
      // Its results would be lost, and another import could begin beside it.
      busy={busy}
      onClose={onClose}
      title={t("Import customers")}
      description={t("A CSV file with a line of titles, as spreadsheets save it.")}
    >
      <div className={styles.body}>
        {failure !== undefined && <Notice kind="error">{failure}</Notice>}
        {mistake && (
          <Notice kind="error">{t("Line {line}: {text}. Nothing was imported.", { ...mistake })}</Notice>
        )}
        {table && !mistake && table.rows.length === 0 && (
          <Notice kind="error">
            {table.titles.some(Boolean)
              ? t("Line {line} has the titles, and none follows. Add a line for each customer.", {
                  line: table.titleLine,
                })
              : t("The file is empty. It needs a line of titles, and a line for each customer.")}
          </Notice>
        )}
        {texts && <EncodingChoice texts={texts} onChosen={take} />}
        {table && !mistake && table.rows.length > 0 ? (
          <TableImport table={table} onBusy={setBusy} onClose={onClose} />
        ) : (
          <Button variant={texts ? "secondary" : "primary"} onClick={() => input.current?.click()}>
            {t("Choose a file")}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t("File to import")}
          accept=".csv,.tsv,.txt,text/csv"
          onChange={(event) => {
            void read(event.target.files?.[0]);
            // So that the same file can be chosen again.
            event.target.value = "";
          }}
        />
      </div>
    </Dialog>
  );
}

interface TableImportProps extends ImportDialogProps {
  table: Table;
  onBusy: (busy: boolean) => void;
}

function TableImport({ table, onBusy, onClose }: TableImportProps) {
  const { titles, rows } = table;
  const [columns, setColumns] = useState(() => columnsOf(titles));
  const [duplicates, setDuplicates] = useState<"merge" | "leave">("merge");
  const [own, setOwn] = useState(false);
  const queryClient = useQueryClient();
  const { results, state, failure, run, stop } = useImport(
    table,
    () => void queryClient.resetQueries({ queryKey: customersKey }),
  );
  const fault = columnFault(table.titleLine, columns);
  const unchosen = unchosenContacts(table, columns);
  const isStarted = state !== "ready";
  return (
    <>
      {!isStarted && (
        <>
          <p>{t("{count, plural, one {# row} other {# rows}} found", { count: rows.length })}</p>
          <ul className={styles.columns} aria-label={t("Columns")}>
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
              <li key={at}>
                <ColumnChoice
                  title={title}
                  example={rows[0]?.fields[at] ?? ""}
                  value={columns[at]}
                  onChange={(column) =>
                    setColumns(columns.map((one, place) => (place === at ? column : one)))
                  }
                />
              </li>
            ))}
          </ul>
          <p>{t("Customers that are stored already")}</p>
          <Segmented
            label={t("Customers that are stored already")}
            value={duplicates}
            options={[
              { value: "merge", label: t("Merge") },
              { value: "leave", label: t("Skip and report") },
            ]}
            onChange={setDuplicates}
          />
          <CheckboxField
            label={t("I am the owner of the new customers")}
            checked={own}
            onChange={({ target }) => setOwn(target.checked)}
          />
          {table.wideLine !== undefined && (
            <Notice kind="warning">
              {t(
                "Line {line} has more fields than there are titles, and they are not imported. Put text that has separators in quotes.",
                { line: table.wideLine },
              )}
            </Notice>
          )}
          {fault !== undefined && <Notice kind="warning">{fault}</Notice>}
          {table.unreadable.length > 0 && (
            <Notice kind="warning">
              {t(
                "Characters of line {lines} can't be read, and stand as “�”. Correct them in the file, or after the import.",
                { lines: listOf(table.unreadable) },
              )}
            </Notice>
          )}
          {unchosen.length > 0 && (
            <Notice kind="warning">
              {t(
                "{columns} seem to have telephone numbers or email addresses, and are not imported. Without those, a later import can't tell who is stored already.",
                { columns: listOf(unchosen.map((title) => t("“{title}”", { title: short(title) }))) },
              )}
            </Notice>
          )}
        </>
      )}
      {isStarted && (
        <Progress
          total={rows.length}
          results={results}
          sent={(line) => customerOf(rows.find((row) => row.line === line)?.fields ?? [], columns)}
          state={state}
          failure={failure}
        />
      )}
      <div className={styles.actions}>
        {state === "running" ? (
          <Button onClick={stop}>{t("Stop")}</Button>
        ) : (
          // Done takes the place of Import, where the second click of a double-click falls.
          <Button onClick={({ detail }) => detail < 2 && onClose()}>
            {state === "done" ? t("Done") : t("Cancel")}
          </Button>
        )}
        {state !== "done" && (
          <Button
            variant="primary"
            busy={state === "running"}
            disabled={fault !== undefined}
            onClick={({ currentTarget }) => {
              // The result is shorter than the columns: the dialog keeps its height, and the buttons their place.
              const body = currentTarget.closest<HTMLElement>(`.${styles.body}`);
              if (body) body.style.minHeight = `${body.offsetHeight}px`;
              onBusy(true);
              void run({ columns, duplicates, own }).finally(() => onBusy(false));
            }}
          >
            {state === "failed" ? t("Continue") : t("Import")}
          </Button>
        )}
      </div>
    </>
  );
}

/** A few of many. */
const listOf = (all: readonly (string | number)[]) =>
  [...all.slice(0, 8), ...(all.length > 8 ? ["…"] : [])].join(", ");

interface ColumnChoiceProps {
  title: string;
  /** The field of the first line. */
  example: string;
  value: Column | undefined;
  onChange: (column: Column | undefined) => void;
}

function ColumnChoice({ title, example, value, onChange }: ColumnChoiceProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>
        <span className={styles.title}>{short(title) || t("(no title)")}</span>
        <span className={styles.second}>{short(example)}</span>
      </label>
      <Select
        id={id}
        value={value ?? ""}
        onChange={({ target }) => onChange(columnNames.find((one) => one === target.value))}
      >
        <option value="">{t("Not imported")}</option>
        {columnNames.map((column) => (
          <option key={column} value={column}>
            {columnLabel(column)}
          </option>
        ))}
      </Select>
    </>
  );
}
