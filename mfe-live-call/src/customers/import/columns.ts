import { type CustomerField, customerFieldNames, customerFields } from "@souffleur/contracts/customer-fields";
import { foldedLine } from "@souffleur/contracts/fold";
import { contractText } from "@souffleur/shared-ui";
import { type Text, t } from "../../texts/texts.ts";

/** Of a name, tables may have the parts. */
const nameParts = {
  firstName: { label: "First name", titles: "first name, firstname, given name, prénom" },
  lastName: {
    label: "Last name",
    titles: "last name, lastname, surname, family name, nom de famille, nom d'usage",
  },
} as const satisfies Record<string, { label: Text; titles: string }>;
type NamePart = keyof typeof nameParts;

/** What a column of a table may have. */
export type Column = CustomerField | NamePart;
const partNames = Object.keys(nameParts) as NamePart[];
export const columnNames = customerFieldNames.flatMap((field): Column[] =>
  field === "name" ? [field, ...partNames] : [field],
);

const isPart = (column: Column): column is NamePart => column in nameParts;
const titlesOf = (column: Column): string =>
  isPart(column) ? nameParts[column].titles : customerFields[column].titles;
/** The name of a column in the page's language. */
export const columnLabel = (column: Column): string =>
  isPart(column) ? t(nameParts[column].label) : contractText(customerFields[column].label);

/** Those of which a customer has one: a second column of them would be left out. */
const single = columnNames.filter(
  (column) => isPart(column) || ["name", "line"].includes(customerFields[column].kind),
);

/** A column that is chosen twice, although a customer has one, and where; undefined where there is none. */
export function repeatedColumn(
  columns: readonly (Column | undefined)[],
): { column: Column; first: number; second: number } | undefined {
  for (const column of single) {
    const first = columns.indexOf(column);
    const second = columns.indexOf(column, first + 1);
    if (first >= 0 && second >= 0) return { column, first, second };
  }
  return undefined;
}

/** Why a table can't be imported by these columns; undefined where it can. @param line that of the titles */
export function columnFault(line: number, columns: readonly (Column | undefined)[]): string | undefined {
  const repeated = repeatedColumn(columns);
  if (repeated)
    return t("Columns {first} and {second} are both “{column}”. Set one of them to “Not imported”.", {
      first: repeated.first + 1,
      second: repeated.second + 1,
      column: columnLabel(repeated.column),
    });
  if (columns.some((one) => one === "name" || one === "lastName" || one === "company")) return undefined;
  if (columns.some(Boolean)) return t("Choose the column that has the names.");
  return t(
    "No title of line {line} is known. Choose the column that has the names; if line {line} is a customer, add a line of titles above it.",
    { line },
  );
}

/** Whether a file seems to have numbers or addresses, and none of its columns is set to them. */
export function missesContacts(
  rows: readonly { fields: readonly string[] }[],
  columns: readonly (Column | undefined)[],
): boolean {
  if (columns.some((column) => column === "numbers" || column === "emails")) return false;
  return rows
    .slice(0, 100)
    .some(({ fields }) => fields.some((field, at) => columns[at] === undefined && isContact(field)));
}
const isContact = (field: string) =>
  field.length <= 100 && /^\s*(?:\S+@\S+\.\S+|[+0](?:[\s.,()-]?\d){8,14})\s*$/u.test(field);

/** Without case, accents, dots and what marks a column that must be filled; `N°` in full. */
const keyOf = (title: string) =>
  foldedLine(title)
    .replace(/\.(?=\s|[*:]*$)|[*:]+$/gu, "")
    .replace(/^n[°o] /u, "numero ")
    .trim();

const known = new Map<string, Column>(
  columnNames.flatMap((column) =>
    titlesOf(column)
      .split(", ")
      .map((title): [string, Column] => [keyOf(title), column]),
  ),
);

/** The column that a title names, such as "Téléphone 2" and "E-mail 1 - Value"; undefined where it is none of these. */
export function columnOf(title: string): Column | undefined {
  const folded = keyOf(title);
  return (
    known.get(folded) ?? known.get(folded.replace(/\s*\(?\d+\)?(?: - (?:value|name))?(?= address$|$)/u, ""))
  );
}
