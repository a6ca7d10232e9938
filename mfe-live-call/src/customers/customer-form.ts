import {
  type AllCustomerFields,
  type CustomerField,
  type CustomerFields,
  customerFieldNames,
  customerFields,
  customerText,
  eachCustomerField,
  type FieldOf,
} from "@souffleur/contracts/customer-fields";
import { contractText, type RequestError } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

/** What is typed of a customer: several numbers, addresses and tags in one field each. */
export type CustomerForm = Record<CustomerField, string>;

/** The form of a customer; an empty one for a new one. */
export const formOf = (customer: Partial<CustomerFields> = {}): CustomerForm =>
  Object.fromEntries(
    customerFieldNames.map((field) => [field, customerText(customer, field)]),
  ) as CustomerForm;

/** What was typed since `base`, and elsewhere what stands now. */
export const mergeForms = (typed: CustomerForm, base: CustomerForm, standing: CustomerForm): CustomerForm =>
  Object.fromEntries(
    customerFieldNames.map((name) => [name, typed[name] === base[name] ? standing[name] : typed[name]]),
  ) as CustomerForm;

const listed = (typed: string): string[] =>
  typed
    .split(/[,;|\n]|:::/u)
    .map((one) => one.trim())
    .filter(Boolean);

/** The entries of a field, each as it is written. */
export const entriesOf = (field: FieldOf<"list">, typed: string): string[] =>
  customerFields[field].read?.(typed) ?? listed(typed);

export const bodyOf = (form: CustomerForm): AllCustomerFields =>
  eachCustomerField({
    name: (field) => form[field],
    line: (field) => form[field],
    list: (field) => entriesOf(field, form[field]),
    text: (field) => form[field],
  });

/** The server's text for a field, with the one of several entries that it is about. @param sent what the server has refused */
export function fieldError(
  { fields }: RequestError,
  name: CustomerField,
  sent: CustomerFields,
): string | undefined {
  const [field, error] =
    Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`)) ?? [];
  const entries = sent[name];
  const entry = Array.isArray(entries) ? entries[Number(field?.slice(name.length + 1))] : undefined;
  if (error === undefined || entry === undefined || entries?.length === 1 || error.includes(entry))
    return error;
  return t("{entry}: {error}", { entry, error: contractText(error) });
}
