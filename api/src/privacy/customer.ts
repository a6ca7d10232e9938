import { fold, foldedLine } from "@souffleur/contracts/fold";
import { extensionOf, phoneKey } from "../phone/phone-number.ts";

/** A customer as texts and numbers are compared: the digits of a telephone number with its extension, or a name. */
export function customerKey(customer: string): string {
  const [number, extension] = [phoneKey(customer), extensionOf(customer)];
  return number === undefined
    ? foldedLine(customer)
    : [number, extension].filter(Boolean).join(extensionMark);
}

/** The keys that name a text's customer: a number is also that of its extensions, but not the other way round. */
export const customerKeys = (text: string): string[] => [
  ...new Set([customerKey(text), phoneKey(text) ?? foldedLine(text)]),
];

const extensionMark = ";ext=";

/** Reading a number takes thousands of times as long as comparing digits. All spellings of one end with these. */
const digitsCompared = 6;

/** Finds the texts that name a customer, among many. */
export function isNamed(customer: string): (text: string) => boolean {
  const key = customerKey(customer);
  const [number = ""] = key.split(extensionMark);
  if (!/^\d+$/u.test(number)) return (text) => foldedLine(text) === key;
  const end = number.slice(-digitsCompared);
  return (text) => digitsOf(text).includes(end) && customerKeys(text).includes(key);
}

/** Without the zero of "+33 (0)6", which is for domestic calls. */
const digitsOf = (text: string) =>
  fold(text)
    .replace(/\(\s*0\s*\)/gu, "")
    .replace(/\D/gu, "");
