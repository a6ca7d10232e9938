import * as z from "zod";
import { emailField, suggestedDomain, textField } from "./fields.ts";
import { IndustryType } from "./industries.ts";
import { limits } from "./limits.ts";
import { passwordScore } from "./password.ts";
import { formatPhone, phoneProblem } from "./phone.ts";
import { text } from "./texts/text.ts";

/**
 * Whether mail programs would turn a part into a link: a period followed by two letters, the length of the shortest
 * top-level domain. Initials are allowed ("J.R.R.", "J.-P."). Domains treat NFKC equivalents and the ideographic full stop
 * as periods.
 */
function isDomainLike(text: string): boolean {
  return /[.。]\p{M}*\p{L}\p{M}*\p{L}/u.test(text.normalize("NFKC"));
}

/** Invisible characters and bidirectional controls, except the joiners that some scripts require. */
const hidden = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]|(?![\u200C\u200D])\p{Cf}/u;

type Name = "First name" | "Last name";

function withoutAddress(label: Name | "Organization name") {
  return {
    check: (text: string) => !isDomainLike(text),
    error: { error: text(`${label} must not look like a web address: write a space after a period`) },
  };
}

// No check aborts the others: then the object's own check, that the passwords match, would not run. Only the first message
// of a field is shown.
function nameField(label: Name) {
  const address = withoutAddress(label);
  return textField(`${label} is required`, label)
    .trim()
    .min(1, { error: text(`${label} is required`) })
    .min(limits.nameMin, { error: text(`${label} must be at least ${limits.nameMin} characters`) })
    .max(limits.nameMax, { error: text(`${label} is too long (max ${limits.nameMax} characters)`) })
    .regex(/^[\p{L}\p{M} .'’-]+$/u, { error: text(`${label} contains invalid characters`) })
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), {
      error: text(`${label} contains invalid characters`),
    })
    .refine(address.check, address.error);
}

const organizationAddress = withoutAddress("Organization name");
const organizationName = textField("Organization name is required", "Organization name")
  .trim()
  .min(1, { error: text("Organization name is required") })
  .min(limits.organizationMin, { error: text("Organization name is too short") })
  .max(limits.organizationMax, { error: text("Organization name is too long") })
  .refine((name) => !hidden.test(name), { error: text("Organization name contains invalid characters") })
  .refine((name) => /[\p{L}\p{N}]/u.test(name), {
    error: text("Organization name contains invalid characters"),
  })
  .refine((name) => organizationAddress.check(name) && !/:\/\//.test(name), organizationAddress.error);

const email = emailField((typed) => `Please enter a valid email (${typed})`).refine(
  (address) => suggestedDomain(address) === undefined,
  { error: (issue) => `Did you mean @${suggestedDomain(String(issue.input))}?` },
);

const phone = textField("Phone number must have at least 10 digits", "Phone number")
  .trim()
  .transform((value, context) => {
    if (value === "") return undefined;
    const message = phoneProblem(value);
    if (message === undefined) return formatPhone(value);
    context.issues.push({ code: "custom", message, input: value });
    return z.NEVER;
  })
  .optional();

const password = textField("Password is required", "Password")
  .min(1, { error: text("Password is required") })
  .min(limits.passwordMin, { error: text("Minimum 8 characters required") })
  .max(limits.passwordMax, {
    error: text(`Password is too long (max ${limits.passwordMax} characters)`),
  })
  .refine((value) => passwordScore(value) >= limits.passwordScoreMin, {
    error: text("Add uppercase, numbers or symbols for better security"),
  });

/** Each field of the registration form with the specification's messages, in form order. */
export const registrationFields = {
  firstName: nameField("First name"),
  lastName: nameField("Last name"),
  email,
  phone,
  organizationName,
  industryType: IndustryType,
  password,
  confirmPassword: textField("Please confirm your password", "Password confirmation").min(1, {
    error: text("Please confirm your password"),
  }),
};

interface Passwords {
  password?: unknown;
  confirmPassword?: unknown;
}

/** Runs even while other fields have errors, so that the form shows the message at once. */
const passwordsMatch = {
  path: ["confirmPassword"],
  error: text("Passwords do not match"),
  when: ({ value }: { value: unknown }) => {
    const { password, confirmPassword } = (value ?? {}) as Passwords;
    return typeof password === "string" && typeof confirmPassword === "string" && confirmPassword !== "";
  },
};

export const Registration = z
  .object(registrationFields)
  .refine((form) => form.password === form.confirmPassword, passwordsMatch);
export type Registration = z.infer<typeof Registration>;

/** The form's fields: the payload, and the consent, which is not sent. */
export const RegistrationForm = z
  .object({
    ...registrationFields,
    terms: z.literal(true, { error: text("You must agree to the terms and conditions") }),
  })
  .refine((form) => form.password === form.confirmPassword, passwordsMatch);

/** The unchecked payload and form. */
export type RegistrationInput = z.input<typeof Registration>;
export type RegistrationFormInput = z.input<typeof RegistrationForm>;
