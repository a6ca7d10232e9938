import * as z from "zod";
import { emailField, suggestedDomain, textField, tooLong } from "../fields.ts";
import { limits } from "../limits.ts";
import { formatPhone, phoneProblem } from "../numbers/phone.ts";
import { text } from "../texts/text.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { IndustryType } from "./industries.ts";
import { normalizeName, visibleLength } from "./names.ts";
import { passwordScore } from "./password.ts";

type Name = "First name" | "Last name";

/** In UTF-16 units: far more than the longest name with all its marks, or any spelling of a number. What is longer is refused by what remains of it. */
const typedMax = 10_000;
const bounded = (typed: string) => typed.slice(0, typedMax);
const boundedName = (typed: string) => normalizeName(bounded(typed));

/** Control characters, unpaired surrogates, and characters without a meaning that all systems share. */
const unreadable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

// No check aborts the others: then the object's own check, that the passwords match, would not run. Only the first message
// of a field is shown.
function nameField(label: Name) {
  return textField(`${label} is required`, label)
    .overwrite(boundedName)
    .refine((name) => name !== "", { error: text(`${label} is required`) })
    .refine((name) => visibleLength(name) >= limits.nameMin, {
      error: text(`${label} must be at least ${limits.nameMin} characters`),
    })
    .refine((name) => visibleLength(name) <= limits.nameMax, tooLong(label, limits.nameMax))
    .refine((name) => /^[\p{L}\p{M} .'\p{Join_Control}\p{Variation_Selector}-]+$/u.test(name), {
      error: text(`${label} contains invalid characters`),
    });
}

const organizationName = textField("Organization name is required", "Organization name")
  .overwrite(boundedName)
  // Marks alone name nothing.
  .refine((name) => /[\p{L}\p{N}]/u.test(name) || unreadable.test(name), {
    error: text("Organization name is required"),
  })
  .refine((name) => visibleLength(name) >= limits.organizationMin, {
    error: text("Organization name is too short"),
  })
  .refine((name) => visibleLength(name) <= limits.organizationMax, {
    error: text("Organization name is too long"),
  })
  .refine((name) => !unreadable.test(name), {
    error: text("Organization name contains invalid characters"),
  });

const email = emailField((typed) => `Please enter a valid email (${typed})`).refine(
  (address) => suggestedDomain(address) === undefined,
  { error: (issue) => `Did you mean @${suggestedDomain(String(issue.input))}?` },
);

const phone = textField("Phone number must have at least 10 digits", "Phone number")
  .trim()
  .overwrite(bounded)
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
  .max(limits.passwordMax, tooLong("Password", limits.passwordMax))
  .refine((value) => passwordScore(value) >= limits.passwordScoreMin, {
    error: text("Add uppercase, numbers or symbols for better security"),
  })
  .refine((value) => !isCommonPassword(value), {
    error: text("This is one of the most common passwords. Choose another one."),
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

interface Passwords<Value> {
  password: Value;
  confirmPassword: Value;
}

/** Whether both are the same password for the server, which hashes their NFKC form. */
export const repeatsPassword = ({ password, confirmPassword }: Passwords<string>) =>
  password.normalize("NFKC") === confirmPassword.normalize("NFKC");

/** Runs even while other fields have errors, so that the form shows the message at once. */
export const passwordsMatch = {
  path: ["confirmPassword"],
  error: text("Passwords do not match"),
  when: ({ value }: { value: unknown }) => {
    const { password, confirmPassword } = (value ?? {}) as Partial<Passwords<unknown>>;
    return typeof password === "string" && typeof confirmPassword === "string" && confirmPassword !== "";
  },
};

export const Registration = z.object(registrationFields).refine(repeatsPassword, passwordsMatch);
export type Registration = z.infer<typeof Registration>;

export const terms = z.literal(true, { error: text("You must agree to the terms and conditions") });

/** The form's fields: the payload, and the consent, which is not sent. */
export const RegistrationForm = z
  .object({
    ...registrationFields,
    terms,
  })
  .refine(repeatsPassword, passwordsMatch);

/** The unchecked payload and form. */
export type RegistrationInput = z.input<typeof Registration>;
export type RegistrationFormInput = z.input<typeof RegistrationForm>;
