import { foldedLine } from "@souffleur/contracts/fold";
import { type Text, t } from "../../texts/texts.ts";

/** What a column of a table may have. */
export const columnNames = [
  "name",
  "firstName",
  "lastName",
  "company",
  "numbers",
  "emails",
  "tags",
  "notes",
] as const;
export type Column = (typeof columnNames)[number];

export const columnLabels: Readonly<Record<Column, Text>> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  company: "Company",
  numbers: "Telephone numbers",
  emails: "Email addresses",
  tags: "Tags",
  notes: "Notes",
};

/** Those of which a customer has one: a second column of them would be left out. */
const single: readonly Column[] = ["name", "firstName", "lastName", "company"];

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
      column: t(columnLabels[repeated.column]),
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

/** How people title these columns, in English and in French. */
const titles: Readonly<Record<Column, string>> = {
  name: "name, full name, customer, contact, client, nom, nom complet, nom et prénom, nom prénom, prénom nom, raison sociale du contact, customer name, client name, contact name, nom du client, nom client, nom du contact",
  firstName: "first name, firstname, given name, prénom",
  lastName: "last name, lastname, surname, family name, nom de famille, nom d'usage",
  company:
    "company, organization, organisation, account, company name, organization name, organisation name, business name, entreprise, nom de la société, nom société, nom de l'entreprise, société, raison sociale, organisme, compte",
  numbers:
    "telephone numbers, telephone, phone, phone number, mobile, mobile phone, work phone, home phone, number, numbers, tel, numéros de téléphone, numéro de téléphone, téléphone, tél, tél., numéro, numéros, portable, mobile 2, fixe, ligne directe, téléphone mobile, téléphone portable, téléphone fixe, téléphone professionnel, téléphone pro, téléphone personnel, téléphone bureau, tél. portable, tél. mobile, tél. fixe, tél. pro, tél. bureau, numéro téléphone, numéro tél, numéro de tél, numéro de portable, numéro portable, numéro de mobile, gsm, cell, cell phone, mobile number, business phone, home number, work number",
  emails:
    "email addresses, email address, email, e-mail, mail, e-mail address, adresses e-mail, adresse e-mail, adresse mail, courriel, mél, adresse électronique, adresse email, adresses email, adresses mail, adresse courriel, email pro, e-mail pro, mail pro, email professionnel, e-mail professionnel, mail professionnel, email perso, e-mail perso, mail perso, work email, business email, email 1, primary email",
  tags: "tags, tag, labels, label, groups, category, étiquettes, étiquette, catégorie, catégories, mots-clés, segment",
  notes:
    "notes, note, comment, comments, description, remarks, commentaire, commentaires, remarque, remarques, observations",
};

/** Without case, accents, dots and what marks a column that must be filled; `N°` in full. */
const keyOf = (title: string) =>
  foldedLine(title)
    .replace(/\.(?=\s|[*:]*$)|[*:]+$/gu, "")
    .replace(/^n[°o] /u, "numero ")
    .trim();

const known = new Map<string, Column>(
  columnNames.flatMap((column) =>
    titles[column].split(", ").map((title): [string, Column] => [keyOf(title), column]),
  ),
);

/** The column that a title names, such as "Téléphone 2" and "E-mail 1 - Value"; undefined where it is none of these. */
export function columnOf(title: string): Column | undefined {
  const folded = keyOf(title);
  return (
    known.get(folded) ?? known.get(folded.replace(/\s*\(?\d+\)?(?: - (?:value|name))?(?= address$|$)/u, ""))
  );
}
