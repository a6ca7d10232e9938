import type { RegistrationFormInput, RegistrationInput } from "@souffleur/contracts";
import { RequestError, screenTexts } from "@souffleur/shared-ui";

/** The values of the fields; without a chosen industry its value is empty. */
export type Form = Omit<RegistrationFormInput, "terms" | "industryType"> & {
  terms: boolean;
  industryType: string;
};

export const emptyForm: Form = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  organizationName: "",
  industryType: "",
  password: "",
  confirmPassword: "",
  terms: false,
};

const texts = screenTexts.registration;

/** The call's body; an empty phone number is left out. */
export function payloadOf({ terms: _, phone, ...rest }: Form): RegistrationInput {
  return { ...rest, ...(phone?.trim() && { phone }) } as RegistrationInput;
}

/** The text of a failed request, and the messages of single fields of the form. */
export function failureOf(error: unknown, form: object): { fields: [string, string][]; text: string } {
  if (!(error instanceof RequestError)) return { fields: [], text: texts.failed };
  const text = error.serverMessage || error.message || texts.failed;
  const isField = (name: string) => Object.hasOwn(form, name);
  const fields = Object.entries(error.fields).filter(([name]) => isField(name));
  if (fields.length > 0) return { fields, text: texts.invalid };
  if (error.field !== undefined && isField(error.field))
    return { fields: [[error.field, text]], text: texts.invalid };
  return { fields: [], text };
}
