import { foldedLine } from "@souffleur/contracts/fold";
import { phoneKey } from "../phone/phone-number.ts";

/** A customer as texts and numbers are compared: the digits of a telephone number, or a name. */
export function customerKey(customer: string): string {
  return phoneKey(customer) ?? foldedLine(customer);
}

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
