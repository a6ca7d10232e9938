import { PlaybookContent } from "@souffleur/contracts/playbook";
import { contractText } from "@souffleur/shared-ui";
import { linesOf, quoteMistakes, unescapeField } from "@souffleur/shared-ui/tables";
import Papa from "papaparse";
import { t } from "../../texts/texts.ts";
import { newId } from "../edit-content.ts";
import { columnOf, detailNamed, groupNamed, intentKey, kindOf, separatorOf } from "./csv-words.ts";
import { type Column, columns, kinds } from "./playbook-csv.ts";

export interface Mistake {
  line: number;
  /** As the file names it, where the mistake is in one. */
  column?: string | undefined;
  text: string;
}
/** A playbook, with the ids that its file has left out; or the mistakes of the file. */
export type Imported =
  | { content: PlaybookContent; madeIds?: ReadonlySet<string>; mistakes?: undefined }
  | { content?: undefined; madeIds?: undefined; mistakes: Mistake[] };

/** The content of the file, not validated yet. */
interface Unchecked {
  entries: {
    id: string;
    intent: string;
    group: string;
    phrases: object[];
    not: string[];
    replies: object[];
  }[];
  facts: object[];
}
type Row = { line: number } & Record<Column, string>;

const required: readonly Column[] = ["Kind", "Intent", "Group", "Text"];

/**
 * Reads a table with the columns of an export, with English or French words. Ids may be left out; rows with the same intent are
 * then one entry.
 */
export function readCsv(text: string): Imported {
  const { separator, table, linesBefore } = separatorOf(text.replace(/^\uFEFF/u, ""));
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: separator });
  const lines = linesOf(data, linesBefore);
  const broken = new Map(quoteMistakes(errors, lines).map((mistake) => [mistake.line, mistake]));
  if (broken.size > 0) return { mistakes: [...broken.values()] };
  const [titles = [], ...rows] = data;
  const named = titles.map(columnOf);
  const placesOf = (column: Column) => named.flatMap((one, at) => (one === column ? [at] : []));
  const places = new Map(columns.map((column) => [column, placesOf(column)]));
  const titled = (column: Column) =>
    places
      .get(column)
      ?.map((at) => titles[at]?.trim())
      .join(", ");
  const missing = required.filter((column) => places.get(column)?.length === 0);
  if (missing.length > 0) {
    return {
      mistakes: [
        {
          line: 1 + linesBefore,
          text: t("The first line must name the columns: {columns} missing", { columns: missing.join(", ") }),
        },
      ],
    };
  }
  const mistakes: Mistake[] = [];
  const read = rows.flatMap((fields, at): Row[] => {
    if (fields.every((field) => field.trim() === "")) return [];
    if (fields.slice(titles.length).some((field) => field.trim() !== "")) {
      const text = t("There are more fields than columns: put texts with “{separator}” in quotes", {
        separator,
      });
      mistakes.push({ line: lines[at + 1] ?? 0, text });
    }
    const line = lines[at + 1] ?? 0;
    const values = Array.from(places, ([column, all]) => {
      // A table may have "Force" and "Catégorie", of which each row fills one.
      const filled = new Set(all.map((place) => unescapeField(fields[place] ?? "")).filter(Boolean));
      if (filled.size > 1) {
        const text = t("Two columns have a text here: leave one of them empty");
        mistakes.push({ line, column: titled(column), text });
      }
      return [column, filled.values().next().value ?? ""];
    });
    return [{ line, ...(Object.fromEntries(values) as Record<Column, string>) }];
  });
  return assemble(read, mistakes, titled);
}

/** @param titled how the file names a column */
function assemble(
  rows: readonly Row[],
  mistakes: Mistake[],
  titled: (column: Column) => string | undefined,
): Imported {
  const draft: Unchecked = { entries: [], facts: [] };
  /** Line numbers by path in the draft. */
  const places = new Map<string, number>();
  const found = new Map<string, number>();
  const madeIds = new Set<string>();
  const makeId = () => {
    const id = newId();
    madeIds.add(id);
    return id;
  };
  for (const row of rows) {
    const kind = kindOf(row.Kind);
    if (kind === undefined) {
      const column = titled("Kind");
      mistakes.push({
        line: row.line,
        column,
        text: t("Kind must be one of: {kinds}", { kinds: kinds.join(", ") }),
      });
      continue;
    }
    if (kind === "fact") {
      places.set(`facts.${draft.facts.length}`, row.line);
      draft.facts.push({ id: row.Id || makeId(), text: row.Text });
      continue;
    }
    const key = row["Entry id"] || `intent ${intentKey(row.Intent)}`;
    let at = found.get(key);
    if (at === undefined) {
      at = draft.entries.length;
      found.set(key, at);
      places.set(`entries.${at}`, row.line);
      const id = row["Entry id"] || makeId();
      draft.entries.push({
        id,
        intent: row.Intent,
        group: groupNamed(row.Group),
        phrases: [],
        not: [],
        replies: [],
      });
    }
    const entry = draft.entries[at] as Unchecked["entries"][number];
    const first = places.get(`entries.${at}`) ?? 0;
    const differ = (column: "Intent" | "Group", text: string) =>
      mistakes.push({ line: row.line, column: titled(column), text });
    if (intentKey(row.Intent) !== intentKey(entry.intent))
      differ("Intent", t("Intent differs from line {line}", { line: first }));
    if (groupNamed(row.Group) !== entry.group)
      differ("Group", t("Group differs from line {line}", { line: first }));
    const detail = detailNamed(row["Strength or category"]);
    const list = kind === "phrase" ? "phrases" : kind === "reply" ? "replies" : "not";
    places.set(`entries.${at}.${list}.${entry[list].length}`, row.line);
    if (kind === "not when") entry.not.push(row.Text);
    else if (kind === "phrase") entry.phrases.push({ text: row.Text, strength: detail || "normal" });
    else {
      const second = row["Second wording"];
      const id = row.Id || makeId();
      entry.replies.push({
        id,
        category: detail || "response",
        text: row.Text,
        ...(second && { alternative: second }),
      });
    }
  }
  const parsed = PlaybookContent.safeParse(draft);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = columnOfField[String(path.at(-1))];
    mistakes.push({
      line: lineOf(path, places),
      column: column && titled(column),
      text: contractText(message),
    });
  }
  if (parsed.data === undefined || mistakes.length > 0) return { mistakes: sortByLine(mistakes) };
  return { content: parsed.data, madeIds };
}

/** The column of a field of the contract. */
const columnOfField: Readonly<Record<string, Column>> = {
  intent: "Intent",
  group: "Group",
  text: "Text",
  strength: "Strength or category",
  category: "Strength or category",
  alternative: "Second wording",
};

/** The line of the innermost part with a known line. */
function lineOf(path: readonly PropertyKey[], places: ReadonlyMap<string, number>): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = places.get(path.slice(0, length).join("."));
    if (line !== undefined) return line;
  }
  return 1;
}

export function sortByLine(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.toSorted((one, other) => one.line - other.line);
}
