import type { CustomerFields, StoredCustomer } from "@souffleur/contracts/customers";
import type { RequestError } from "@souffleur/shared-ui";

/** What is typed of a customer: several numbers, addresses and tags in one field each. */
export interface CustomerForm {
  name: string;
  company: string;
  numbers: string;
  emails: string;
  tags: string;
  notes: string;
}

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

const listed = (typed: string): string[] =>
  typed
    .split(/[,;\n]/u)
    .map((one) => one.trim())
    .filter(Boolean);

export const bodyOf = ({ name, company, numbers, emails, tags, notes }: CustomerForm): CustomerFields => ({
  name,
  company,
  numbers: listed(numbers),
  emails: listed(emails),
  tags: listed(tags),
  notes,
});

/** The server's text for a field, whichever of its items it is about. */
export function fieldError({ fields }: RequestError, name: keyof CustomerForm): string | undefined {
  const found = Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`));
  return found?.[1];
}
