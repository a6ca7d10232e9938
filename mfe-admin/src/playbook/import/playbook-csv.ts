import { type CsvSeparator, toCsv } from "@souffleur/contracts";
import type { PlaybookContent } from "@souffleur/contracts/playbook";

export const columns = [
  "Kind",
  "Intent",
  "Group",
  "Text",
  "Strength or category",
  "Second wording",
  "Entry id",
  "Id",
] as const;
export type Column = (typeof columns)[number];

/** The kinds of rows. */
export const kinds = ["phrase", "not when", "reply", "fact"] as const;

/** A playbook as a table with a row for each phrase, exception, reply and fact. */
export function playbookCsv({ entries, facts }: PlaybookContent, separator: CsvSeparator): string {
  const rows = [
    columns,
    ...entries.flatMap(({ id: entryId, intent, group, phrases, not, replies }) => {
      const row = (kind: (typeof kinds)[number], text: string, detail = "", second = "", id = "") => [
        kind,
        intent,
        group,
        text,
        detail,
        second,
        entryId,
        id,
      ];
      return [
        ...phrases.map(({ text, strength }) => row("phrase", text, strength)),
        ...not.map((text) => row("not when", text)),
        ...replies.map(({ id, category, text, alternative }) =>
          row("reply", text, category, alternative, id),
        ),
      ];
    }),
    ...facts.map(({ id, text }) => ["fact", "", "", text, "", "", "", id]),
  ];
  return toCsv(rows, separator);
}
