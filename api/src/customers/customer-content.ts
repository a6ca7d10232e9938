import { createHash } from "node:crypto";
import { typedEmail } from "@souffleur/contracts";
import {
  type AllCustomerFields,
  type CustomerField,
  type CustomerFields,
  customerFieldNames,
  eachCustomerField,
} from "@souffleur/contracts/customer-fields";
import { foldedLine, joinedWords } from "@souffleur/contracts/fold";
import { foundStems } from "../calls/records/call-words.ts";
import { figureTerms } from "../calls/search/figure-terms.ts";
import { nameTerms } from "../calls/search/name-terms.ts";
import { appError } from "../http/errors.ts";
import { phoneKey, shownPhone, spellingsOfKey, storedPhone } from "../phone/phone-number.ts";
import { wordsOf } from "../suggestions/matching/french-stem.ts";
import { domainSpellings } from "../texts/domain-spellings.ts";
import type { CustomerDoc } from "./customer-model.ts";

/** The id of a customer that comes several times, such as one whose answer was lost: by what it is known again. */
export const derivedId = (...known: readonly (string | undefined)[]): string =>
  createHash("sha256")
    .update(`customer:${JSON.stringify(known)}`)
    .digest("hex")
    .slice(0, 32);

type Content = AllCustomerFields & Pick<CustomerDoc, "nameKey" | "namesakeKey" | "keys" | "words">;

/**
 * What was entered, as it is stored.
 * @throws AppError VALIDATION_ERROR for a number that can't be read
 */
export const enteredOf = (given: CustomerFields): AllCustomerFields =>
  eachCustomerField({
    name: (field) => given[field],
    line: (field) => given[field],
    list: (field) => distinct(field, field === "numbers" ? given.numbers.map(numberOf) : given[field]),
    text: (field) => given[field],
  });

export type Known = Pick<AllCustomerFields, "name" | "numbers" | "emails">;

/** The numbers and addresses of a customer, by which one of the same name is the same person. */
export const contactsOf = ({ numbers, emails }: Omit<Known, "name">): string[] => [
  ...new Set([...numbers.map(keyOfNumber), ...emails]),
];

/**
 * A name as people are compared who have a number or an address in common: its folded words in any order. Empty for a name
 * that says no more than these do, such as that of a caller of whom only the number is known.
 */
export function personOf({ name, ...known }: Known): string {
  const contacts = contactsOf(known);
  if ([phoneKey(name), typedEmail(name)].some((one) => one !== undefined && contacts.includes(one)))
    return "";
  const folded = foldedLine(name);
  return (
    folded
      .match(/[\p{L}\p{N}]+/gu)
      ?.toSorted()
      .join(" ") ?? folded
  );
}

/** Of each number or address with the person, which no other customer of the organization has. */
const keysOf = (customer: Known): string[] => {
  const person = personOf(customer);
  return contactsOf(customer).map((contact) => keyWith(contact, person));
};

const keyWith = (contact: string, person: string) => `${contact}\n${person}`;
/** The condition that finds the customers with one of these numbers and addresses, whatever they are called. */
export const withContacts = (contacts: readonly string[]) => ({
  // The vertical tab follows the line feed.
  $or: contacts.map((contact) => ({ keys: { $elemMatch: { $gte: contact, $lt: `${contact}\u000b` } } })),
});

/** The keys that customers of this name have. */
export const keysOfPerson = (contacts: readonly string[], person: string): string[] =>
  contacts.map((contact) => keyWith(contact, person));

/**
 * What is stored of what was entered, with what it is found by.
 * @throws AppError VALIDATION_ERROR for a number that can't be read
 */
export function contentOf(given: CustomerFields): Content {
  const entered = enteredOf(given);
  const keys = keysOf(entered);
  return {
    ...entered,
    nameKey: nameKeyOf(entered.name),
    namesakeKey: namesakeKeyOf(entered),
    ...(keys.length > 0 && { keys }),
    words: searchedWords(entered),
  };
}

/** The names of the fields that differ. */
export const changedFields = (before: CustomerDoc, after: AllCustomerFields): CustomerField[] =>
  customerFieldNames.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/** Some letters fold to several, and the cursor of the list has the key. */
const nameKeyMax = 120;
export const nameKeyOf = (name: string): string => foldedLine(name).slice(0, nameKeyMax);

/** What customers of the same name and company have in common. */
export const namesakeKeyOf = ({ name, company = "" }: Pick<CustomerFields, "name" | "company">): string =>
  [name, company].map(foldedLine).join("\n");

function numberOf(typed: string): string {
  const number = storedPhone(typed);
  if (number !== undefined) return number;
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/iu.test(typed))
    throw appError("VALIDATION_ERROR", {
      text: "“{number}” has lost digits in a spreadsheet. Make its column text there, and enter the whole number.",
      values: { number: typed.slice(0, 60) },
      field: "numbers",
    });
  throw appError("VALIDATION_ERROR", {
    text: "“{number}” is no telephone number that can be read. Enter its digits, with the country code unless it is French, and each of several in full.",
    values: { number: typed.slice(0, 60) },
    field: "numbers",
  });
}

export const keyOfNumber = (number: string): string => phoneKey(number) ?? number;

/** Each entry once. Tags of one fold are one, as it was written first; numbers and addresses differ by each character. */
export function distinct(field: CustomerField, entries: readonly string[]): string[] {
  if (field !== "tags") return [...new Set(entries)];
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(foldedLine(entry))) first.set(foldedLine(entry), entry);
  return [...first.values()];
}

/** All texts of a customer, its numbers and addresses as people write them. */
export function textsOf(customer: CustomerFields): string[] {
  const spelled = customer.numbers.flatMap((number) =>
    [number, ...spellingsOfKey(keyOfNumber(number))].map((one) => inPairs(shownPhone(one))),
  );
  const emails = customer.emails.flatMap(domainSpellings);
  const texts = { ...customer, numbers: [...new Set(spelled)], emails };
  return customerFieldNames.flatMap((field) => texts[field] ?? []);
}

/** A French number as it is dialled in France, in pairs of digits. */
const inPairs = (number: string): string =>
  /^0\d{9}$/u.test(number) ? number.replace(/\d\d(?=\d)/gu, "$& ") : number;

/** A longer beginning is searched by its first letters: each one is a term, and names differ before that. */
const beginningMax = 12;
const beginningMin = 2;

/** The term that all customers have with a word of this beginning in their name or company; no stem has its mark. */
export const beginningOf = (word: string): string => `^${[...word].slice(0, beginningMax).join("")}`;

function beginningsOf(name: string): string[] {
  return joinedWords(name).flatMap((word) => {
    const letters = [...word].slice(0, beginningMax);
    return letters
      .slice(beginningMin - 1)
      .map((_, at) => beginningOf(letters.slice(0, at + beginningMin).join("")));
  });
}

/** The terms by which the search finds a customer: as those of a call, and the beginnings of the words of its names. */
function searchedWords(customer: CustomerFields): string[] {
  const names = [customer.name, customer.company ?? ""];
  const texts = textsOf(customer);
  const terms = [...texts.flatMap(figureTerms), ...names.flatMap(nameTerms)];
  return [
    ...new Set([
      ...foundStems(new Set(texts.flatMap(wordsOf))),
      ...terms.map(({ stem }) => stem),
      ...names.flatMap(beginningsOf),
    ]),
  ];
}
