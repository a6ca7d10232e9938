import { hasVisible, lineText, oneLine, textField, tooLong, typedEmail, z } from "@souffleur/contracts";
import { addressesOf } from "../accounts/address-list.ts";
import { phonesOf } from "../numbers/phone-list.ts";
import { type Before, type ContractText, text } from "../texts/text.ts";

const unlessEmpty = (given: string) => (given === "" ? undefined : given);

/** A field of one line. @param titles how people title its column in tables, in English and in French */
const line = (label: ContractText & Before<" must be text">, most: number, titles: string) => ({
  kind: "line" as const,
  label,
  most,
  titles,
  entered: lineText(label, most).transform(unlessEmpty).optional(),
  stored: z.string().optional(),
});

/**
 * A field of several entries, of which repeated and empty ones are left out.
 * @param most of them
 * @param read the entries that stand in the place of one, each of which it reads as itself
 */
const list = (
  label: ContractText & Before<" must be a list">,
  most: number,
  entryLabel: Before<" must be text">,
  entry: ReturnType<typeof z.string>,
  titles: string,
  read?: (typed: string) => string[],
) => ({
  kind: "list" as const,
  read,
  label,
  most,
  titles,
  entered: entriesOf(z.string({ error: `${entryLabel} must be text` }), label, most)
    .transform((entries) => entries.flatMap((one) => read?.(one) ?? [one]))
    .pipe(entriesOf(entry, label, most))
    .transform((entries) => [...new Set(entries.filter((one) => one !== ""))])
    .default([]),
  stored: z.array(z.string()),
});

const entriesOf = (
  entry: ReturnType<typeof z.string>,
  label: ContractText & Before<" must be a list">,
  most: number,
) =>
  z
    .array(entry, { error: `${label} must be a list` })
    .max(most, { error: `A customer has at most ${most} ${label.toLowerCase()}` });

const number = z
  .string({ error: text("Telephone number must be text") })
  .overwrite(oneLine)
  .max(60, { error: text("This is no telephone number that can be read") });

const email = z
  .string({ error: text("Email must be text") })
  .overwrite(oneLine)
  .overwrite((typed) => typedEmail(typed) ?? typed)
  .refine((typed) => typed === "" || typedEmail(typed) !== undefined, {
    error: text("Please enter a valid email address"),
  });

/**
 * What is known of a customer, in the order of forms and tables. A further field is an entry here with its French texts: the
 * form, the import, the export, the search, merging, storing and erasing read these. The customer's page places it by hand.
 * `kind` says how these treat it; `most` are the characters of a text and the entries of a list; `entered` is the schema of
 * requests, and `stored` that of answers.
 */
export const customerFields = {
  name: {
    ...line(
      "Name",
      100,
      "name, full name, customer, contact, client, nom, nom complet, nom et prénom, nom prénom, prénom nom, raison sociale du contact, customer name, client name, contact name, nom du client, nom client, nom du contact, display name, nom à afficher, nom d'affichage, file as",
    ),
    kind: "name" as const,
    entered: textField("Name is required", "Name")
      .overwrite(oneLine)
      .refine(hasVisible, { error: text("Name is required"), abort: true })
      .max(100, tooLong("Name", 100)),
    stored: z.string(),
  },
  company: line(
    "Company",
    100,
    "company, organization, organisation, account, company name, organization name, organisation name, business name, entreprise, nom de la société, nom société, nom de l'entreprise, société, raison sociale, organisme, compte, associated company, entreprise associée",
  ),
  /** In any spelling; without a country code they are French. Stored ones have it, and are grouped for people; one that no plan has, such as an extension, is its digits. */
  numbers: list(
    "Telephone numbers",
    10,
    "Telephone number",
    number,
    "telephone numbers, number, numbers, numéros de téléphone, numéro, numéros, ligne directe, fixe, direct line, home number, work number",
    phonesOf,
  ),
  emails: list("Email addresses", 10, "Email", email, "email addresses, adresses e-mail", addressesOf),
  tags: list(
    "Tags",
    20,
    "Tag",
    lineText("Tag", 40),
    "tags, tag, labels, label, groups, group membership, category, categories, keywords, étiquettes, étiquette, catégorie, catégories, mots-clés, mots clés, segment",
  ),
  notes: {
    kind: "text" as const,
    label: text("Notes"),
    most: 5000,
    titles:
      "notes, note, comment, comments, description, remarks, commentaire, commentaires, remarque, remarques, observations",
    entered: z
      .string({ error: text("Notes must be text") })
      .overwrite((given) =>
        given
          .replace(/\r\n?/gu, "\n")
          .replace(/(?![\n\t])\p{Cc}/gu, "")
          .trim(),
      )
      .max(5000, { error: text("Notes are too long (max 5000 characters)") })
      .default(""),
    stored: z.string(),
  },
};
type Fields = typeof customerFields;
/** The name of a field. */
export type CustomerField = keyof Fields;
/** All of them, in their order. */
export const customerFieldNames = Object.keys(customerFields) as CustomerField[];

type Kind = Fields[CustomerField]["kind"];
export type FieldOf<Of extends Kind> = {
  [Field in CustomerField]: Fields[Field]["kind"] extends Of ? Field : never;
}[CustomerField];

/** An object with each field of a customer, also the undefined ones: what the function of the field's kind makes. */
export function eachCustomerField<Make extends { [Of in Kind]: (field: FieldOf<Of>) => unknown }>(
  make: Make,
) {
  const made = customerFieldNames.map((field) => {
    const ofKind = make[customerFields[field].kind] as (field: CustomerField) => unknown;
    return [field, ofKind(field)];
  });
  return Object.fromEntries(made) as { [Field in CustomerField]: ReturnType<Make[Fields[Field]["kind"]]> };
}

/** The schemas of the fields. */
export const customerSchemas = <Part extends "entered" | "stored">(part: Part) =>
  Object.fromEntries(customerFieldNames.map((field) => [field, customerFields[field][part]])) as {
    [Field in CustomerField]: Fields[Field][Part];
  };

export const CustomerFields = z.object(customerSchemas("entered"));
export type CustomerFields = z.infer<typeof CustomerFields>;
/** With each field, also the optional ones: code that forgets a field does not compile. A save without one would remove it. */
export type AllCustomerFields = { [Field in CustomerField]: CustomerFields[Field] };

/** A field as one text: several entries have commas between them. */
export const customerText = (customer: Partial<AllCustomerFields>, field: CustomerField): string =>
  [customer[field] ?? ""].flat().join(", ");
