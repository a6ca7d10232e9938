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

/** The titles of columns that look like telephone numbers or addresses, and are not chosen; a number where there is no title. */
export function unchosenContacts(
  { titles, rows }: { titles: readonly string[]; rows: readonly { fields: readonly string[] }[] },
  columns: readonly (Column | undefined)[],
): string[] {
  return titles.flatMap((title, at) => {
    if (columns[at] !== undefined || fax.test(keyOf(title))) return [];
    const fields = rows.slice(0, 100).flatMap(({ fields }) => fields[at]?.trim() || []);
    const isContacts = fields.filter(isContact).length > fields.length / 2;
    return isContacts ? [title || String(at + 1)] : [];
  });
}
const fax = /\bfax|telecop/u;
const isContact = (field: string) =>
  field.length <= 100 && /^(?:\S+@\S+\.\S+|.*<\S+@\S+\.\S+>|[+0](?:[\s.()/-]*\d){8,14})$/u.test(field);

/** Without case, accents, dots and what marks a column that must be filled; `N°` in full. */
const keyOf = (title: string) =>
  foldedLine(title)
    .replace(/\.(?=\s|[*:]*$)|[*:]+$|\(s\)/gu, "")
    .replace(/^n[°o] /u, "numero ")
    .trim();

const known = new Map<string, Column>(
  columnNames.flatMap((column) =>
    titlesOf(column)
      .split(", ")
      .map((title): [string, Column] => [keyOf(title), column]),
  ),
);

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(" "));
/** What a title of numbers or addresses has, and which words may stand beside it, so that "E-mail type" is none. */
const contacts = [
  {
    column: "numbers",
    heads: wordsOf(
      "telephone telephones tel phone phones mobile portable gsm cell cellphone iphone whatsapp",
    ),
  },
  {
    column: "emails",
    heads: wordsOf("email emails mail courriel courriels mel messagerie electronique electroniques"),
  },
] as const;
const beside = wordsOf(
  "bureau domicile maison travail voiture societe entreprise standard pro professionnel professionnelle perso personnel personnelle prive privee autre autres principal principale secondaire premier premiere deuxieme fixe direct directe ligne numero numeros num adresse adresses work home business office company main car other primary secondary additional direct line landline number numbers address addresses icloud value valeur contact du de la le des person personne client customer",
);

function contactColumnOf(key: string): Column | undefined {
  const words = key.replace(/\be-(?=mail)/gu, "e").match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const { column, heads } of contacts) {
    const isHead = (word: string) => heads.has(word);
    if (words.some(isHead) && words.every((word) => isHead(word) || beside.has(word) || /^\d$/u.test(word)))
      return column;
  }
  return undefined;
}

/** The column that a title names, such as "Téléphone 2 (bureau)" and "E-mail 1 - Value"; undefined where it is none of these. */
export function columnOf(title: string): Column | undefined {
  const key = keyOf(title).replace(/^(?:person|personne) - /u, "");
  return known.get(key) ?? known.get(key.replace(/ \d+ - name$/u, "")) ?? contactColumnOf(key);
}

/** The columns of a table. Of several of which a customer has one, the title that is the most usual one is chosen. */
export function columnsOf(titles: readonly string[]): (Column | undefined)[] {
  const order = [...known.keys()];
  const rank = (title: string) => {
    const at = order.indexOf(keyOf(title));
    return at < 0 ? order.length : at;
  };
  const columns = titles.map(columnOf);
  return columns.map((column, at) => {
    const isLess = titles.some(
      (other, place) => columns[place] === column && rank(other) < rank(titles[at] ?? ""),
    );
    return column !== undefined && single.includes(column) && isLess ? undefined : column;
  });
}
