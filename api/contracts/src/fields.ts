import * as z from "zod";
import { withoutHidden } from "./accounts/names.ts";
import { limits } from "./limits.ts";
import { type Before, type ContractText, text } from "./texts/text.ts";

/** A text field with messages for a missing value and a wrong type. */
export function textField(required: ContractText, label: Before<" must be text">) {
  return z.string({
    error: ({ input }) => ((input ?? null) === null ? required : `${label} must be text`),
  });
}

/** A text of one line: what breaks, hides or turns text would go into lists, files and mails. */
export const oneLine = (given: string): string =>
  given
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/(?![\u200C\u200D])[\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .trim();

/** One of some words, which a refusal names. */
export const choice = <const Words extends readonly string[]>(label: string, words: Words) =>
  z.enum(words, { error: `${label} must be one of: ${words.join(", ")}` });

/** A member of an enum that a newer server has added. */
export type UnknownMember = string & z.$brand<"UnknownMember">;

/**
 * An enum that answers show, and later versions widen: a page that is older than the server keeps a member that it does not
 * know as it is, instead of refusing the whole answer.
 */
export const openEnum = <Members extends z.ZodEnum>(members: Members) =>
  z.union([members, z.string().brand<"UnknownMember">()]);

/** The label of a member; one that is not known is its own. */
export function labelOf<Member extends string, Label extends string>(
  labels: Readonly<Record<Member, Label>>,
  member: Member | UnknownMember,
): Label {
  return Object.hasOwn(labels, member) ? labels[member as Member] : (member as string as Label);
}

/** The refusal of a text over its maximal length. */
export const tooLong = (label: Before<" must be text">, most: number) => ({
  error: `${label} is too long (max ${most} characters)`,
});

/** A text of limited length, trimmed. */
export const boundedText = (label: Before<" must be text">, most: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(most, tooLong(label, most));

/** A text that must not be empty, trimmed. */
export const requiredText = (label: Before<" must be text">, most: number) =>
  boundedText(label, most).min(1, { error: `${label} is required` });

/** A text that people are to read. */
export const visibleText = (label: Before<" must be text">, most: number) =>
  requiredText(label, most).refine((given) => given === "" || hasVisible(given), {
    error: `${label} is required`,
  });

/** Whether a text shows anything: characters without width, and the fillers among the letters, do not. */
export const hasVisible = (given: string): boolean =>
  /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u.test(given);

/** A text of one line and of limited length. */
export const lineText = (label: Before<" must be text">, most: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite(oneLine)
    .max(most, tooLong(label, most));

/** A number from 0 on in an address. */
export const wholeNumber = (error: ContractText) =>
  z.coerce.number({ error }).int({ error }).min(0, { error });

/** How often something was changed, as the caller has seen it. */
export const revisionField = z.int({ error: text("Revision must be a number") }).min(0);

/** The `nextCursor` of the previous page. */
export const cursorField = (most = 200) => {
  const error = text("Cursor is not one that this list gave");
  return z.string({ error }).max(most, { error }).optional();
};

/** An id that comes from an address, and that nobody types: one that nothing can have leads to nothing. */
export function idField(most = 64) {
  return refusedAs(text("The requested resource was not found."), most);
}

/** A text that links bring; a wrong one gets this text, whatever is wrong with it. */
export function refusedAs(error: ContractText, most: number) {
  return z.string({ error }).min(1, { error }).max(most, { error });
}

const typoDomains: Record<string, string> = {
  "gmial.com": "gmail.com",
  "gmai.com": "gmail.com",
  "yahooo.com": "yahoo.com",
  "yaho.com": "yahoo.com",
  "hotmial.com": "hotmail.com",
  "outlok.com": "outlook.com",
};

/** The correction of a misspelled domain, or undefined. */
export function suggestedDomain(email: string): string | undefined {
  const domain = email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  return Object.hasOwn(typoDomains, domain) ? typoDomains[domain] : undefined;
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const unsafeInHost = /[\s/?#:\\@[\]%<>^|]/;

/**
 * The form in which an address is stored and looked up: trimmed, lowercased, its domain in ASCII (punycode). Undefined for
 * an invalid address (RFC 5321 lengths, RFC 5322 atoms; quoted and non-ASCII local parts are refused).
 */
export function canonicalEmail(input: string): string | undefined {
  if (input.length > 2 * limits.emailMax) return undefined;
  const email = input.trim().toLowerCase();
  const at = email.indexOf("@");
  if (at < 1 || at > 64 || at !== email.lastIndexOf("@") || email.length > limits.emailMax) return undefined;
  const local = email.slice(0, at);
  const typed = email.slice(at + 1);
  if (!localPart.test(local)) return undefined;
  const domain = asciiDomain(typed);
  if (domain === undefined) return undefined;
  const canonical = `${local}@${domain}`;
  return canonical.length <= limits.emailMax ? canonical : undefined;
}

/** The canonical form of an address that a person has typed or pasted, without what is invisible in it. */
export const typedEmail = (typed: string): string | undefined =>
  typed.length > 2 * limits.emailMax ? undefined : canonicalEmail(withoutHidden(typed));

/** The domain of an address in ASCII (punycode); undefined for none. */
export function asciiDomain(typed: string): string | undefined {
  if (typed === "" || unsafeInHost.test(typed)) return undefined;
  let host: string;
  try {
    host = new URL(`http://${typed}`).hostname;
  } catch {
    return undefined;
  }
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  const wellFormed =
    labels.length >= 2 && labels.every((label) => domainLabel.test(label)) && !/^\d+$/.test(top);
  return wellFormed ? host : undefined;
}

/** An address in its canonical form; `invalid` receives the address as typed. */
export function emailField(invalid: (typed: string) => string) {
  return textField("Email is required", "Email").transform((typed, context) => {
    const refuse = (message: string): never => {
      context.issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    };
    if (!hasVisible(typed)) return refuse(text("Email is required"));
    return typedEmail(typed) ?? refuse(invalid(typed.slice(0, limits.emailMax)));
  });
}

/** The address field of all calls but registration, which has its own message. */
export const Email = emailField(() => text("Please enter a valid email address"));
