import type { AllCustomerFields, CustomerFields, StoredCustomer } from "@souffleur/contracts/customers";
import { contractText, type RequestError } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

/** What is typed of a customer: several numbers, addresses and tags in one field each. */
export type CustomerForm = Record<keyof CustomerFields, string>;

export const emptyForm: CustomerForm = {
  name: "",
  company: "",
  numbers: "",
  emails: "",
  tags: "",
  notes: "",
};

export const formOf = ({
  name,
  company = "",
  numbers,
  emails,
  tags,
  notes,
}: StoredCustomer): CustomerForm => ({
  name,
  company,
  numbers: numbers.join(", "),
  emails: emails.join(", "),
  tags: tags.join(", "),
  notes,
});

/** Between two numbers, also a slash: within one, less than a number follows it. */
const betweenNumbers = /[,;|\n]|\/(?=\s*[+0]\d(?:[\s.-]?\d){8})/u;
/** One number whose groups have commas between them: `06,44,55,66,77`, `+33,6,44,55,66,77`. */
const grouped = /(?<!\d)(?:0\d(?:,\d\d){4}(?!\d)|\+\d{1,3}(?:,\d{1,4}){3,5}(?!\d|,\d{1,3}(?!\d)))/gu;

/** The telephone numbers of a text, each as it is written. */
export const numbersIn = (typed: string): string[] =>
  listed(
    typed.replace(grouped, (number) => number.replaceAll(",", " ")),
    betweenNumbers,
  );

const listed = (typed: string, separator = /[,;\n]/u): string[] =>
  typed
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);

export const bodyOf = ({ name, company, numbers, emails, tags, notes }: CustomerForm): AllCustomerFields => ({
  name,
  company,
  numbers: numbersIn(numbers),
  emails: listed(emails),
  tags: listed(tags),
  notes,
});

/** The server's text for a field, with the one of several entries that it is about. @param sent what the server has refused */
export function fieldError(
  { fields }: RequestError,
  name: keyof CustomerForm,
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
