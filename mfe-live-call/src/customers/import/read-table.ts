import {
  type AllCustomerFields,
  customerFields,
  eachCustomerField,
} from "@souffleur/contracts/customer-fields";
import {
  lineBreaksIn,
  linesOf,
  quoteMistakes,
  readingsOf,
  separators,
  unescapeField,
} from "@souffleur/shared-ui/tables";
import Papa from "papaparse";
import { t } from "../../texts/texts.ts";
import { entriesOf } from "../customer-form.ts";
import { type Column, columnOf } from "./columns.ts";

/** A file as a table: its titles, and its rows with the lines at which they begin. */
export interface Table {
  titles: string[];
  /** The line of the titles. */
  titleLine: number;
  rows: { line: number; fields: string[] }[];
  /** What the file can't be read by, with its line. */
  mistakes: { line: number; text: string }[];
  /** The first line with a field that has no title, which is not imported. */
  wideLine: number | undefined;
  /** The lines with bytes that are no characters. */
  unreadable: number[];
}

const sizeMax = 20_000_000;
/** Each is a choice on the screen. */
const columnsMax = 200;

/**
 * Reads a chosen file. @returns the texts that it may be, the likeliest first; two only where it is unsure
 * @throws Error with a text for people where it is too large, or no text
 */
export async function readTexts(file: File): Promise<[string, string?]> {
  if (file.size > sizeMax)
    throw new Error(
      t("The file is larger than {size} MB. Split it, and import the parts.", { size: sizeMax / 1e6 }),
    );
  const texts = readingsOf(await file.arrayBuffer());
  if (texts === undefined)
    throw new Error(t("The file is no text. Save the table as CSV in your spreadsheet program."));
  return texts;
}

/** @throws Error with a text for people where the table has too many columns */
export function readTable(text: string): Table {
  const table = parseTable(text);
  const count = table.titles.length;
  if (count > columnsMax)
    throw new Error(
      t("The file has {count} columns, and {most} can be shown. Remove those that are not imported.", {
        count,
        most: columnsMax,
      }),
    );
  return table;
}

const unquoted = (title: string) => title.replace(/^\s*"|"\s*$/gu, "");

/** What makes most titles known ones; where none is known, what splits the first line most often. */
function separatorOf(header: string): string {
  const score = (separator: string) => {
    const parts = header.split(separator);
    return 100 * parts.filter((part) => columnOf(unquoted(part)) !== undefined).length + parts.length;
  };
  return separators.reduce((best, one) => (score(one) > score(best) ? one : best));
}

export function parseTable(given: string): Table {
  const text = given.replace(/^\uFEFF/u, "");
  const [announced = ""] = /^\s*"?sep=.[^\r\n]*(?:\r\n|\r|\n|$)/iu.exec(text) ?? [];
  const rest = text.slice(announced.length);
  const [empty = ""] = /^(?:[\s"]|[,;|])*(?:\r\n|\r|\n)/u.exec(rest) ?? [];
  const table = rest.slice(empty.length);
  const [header = ""] = table.split(/[\r\n]/u, 1);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: separatorOf(header) });
  const lines = linesOf(data, lineBreaksIn(announced + empty));
  const [first, ...below] = data.map((fields, at) => ({ line: lines[at] ?? 1, fields }));
  const titles = first?.fields.map((title) => title.trim()) ?? [];
  const rows = below.filter(({ fields }) => fields.some((field) => field.trim() !== ""));
  const isWide = ({ fields }: { fields: string[] }) =>
    fields.slice(titles.length).some((field) => field.trim() !== "");
  return {
    titles,
    titleLine: first?.line ?? 1,
    rows,
    mistakes: quoteMistakes(errors, lines),
    wideLine: rows.find(isWide)?.line,
    unreadable: data.flatMap((fields, at) => (fields.join("").includes("\uFFFD") ? [lines[at] ?? 1] : [])),
  };
}

/** Above all limits of the server, which refuses the row: what a field of megabytes has more is not sent. */
const sentMax = 6000;
const sent = (text: string) => text.slice(0, sentMax);

/** The customer of a row. @param columns what each of its fields is */
export function customerOf(
  fields: readonly string[],
  columns: readonly (Column | undefined)[],
): AllCustomerFields {
  const of = (column: Column) =>
    fields.flatMap((field, at) =>
      columns[at] === column && field.trim() !== "" ? [unescapeField(field)] : [],
    );
  const [company] = of("company");
  const [name = [of("firstName")[0], of("lastName")[0]].filter(Boolean).join(" ")] = of("name");
  // A column "Nom" beside "Prénom" is the last name.
  const isSplit = of("name").length > 0 && of("firstName").length > 0 && of("lastName").length === 0;
  return eachCustomerField({
    name: () => sent((isSplit ? `${of("firstName")[0]} ${name}` : name) || company || ""),
    line: (field) => of(field).map(sent)[0],
    list: (field) =>
      of(field)
        .map(sent)
        .flatMap((typed) => entriesOf(field, typed))
        .map(unescapeField)
        // Google's own groups.
        .filter((entry) => field !== "tags" || !entry.startsWith("* "))
        .slice(0, customerFields[field].most + 1)
        .map(sent),
    text: (field) => sent(of(field).join("\n")),
  });
}
