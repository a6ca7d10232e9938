import { fold, foldedLine } from "@souffleur/contracts/fold";
import { phoneKey } from "../phone/phone-number.ts";

/** A customer as texts and numbers are compared: the digits of a telephone number, or a name. */
export function customerKey(customer: string): string {
  return phoneKey(customer) ?? foldedLine(customer);
}

/** Reading a number takes thousands of times as long as comparing digits. All spellings of one end with these. */
const digitsCompared = 6;

/** Finds the texts that name a customer, among many. */
export function isNamed(customer: string): (text: string) => boolean {
  const key = customerKey(customer);
  if (!/^\d+$/u.test(key)) return (text) => foldedLine(text) === key;
  const end = key.slice(-digitsCompared);
  return (text) => digitsOf(text).includes(end) && customerKey(text) === key;
}

/** Without the zero of "+33 (0)6", which is for domestic calls. */
const digitsOf = (text: string) =>
  fold(text)
    .replace(/\(\s*0\s*\)/gu, "")
    .replace(/\D/gu, "");

/** The key by which older versions sealed a customer, where it may differ. */
export function formerCustomerKey(customer: string): string {
  if (/^0[\d\s()./-]+$/.test(customer)) return customer.replace(/\D/g, "").replace(/^0(?=\d{9}$)/, "33");
  return customer
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[œæ]/gu, (letters) => (letters === "œ" ? "oe" : "ae"))
    .replace(/’/gu, "'")
    .replace(/\s+/gu, " ")
    .trim();
}
