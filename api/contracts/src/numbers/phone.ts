import { limits } from "../limits.ts";
import type { ContractText } from "../texts/text.ts";
import { readDigits } from "./digits.ts";

/** The digits of a number, whatever keyboard wrote them. */
export const phoneDigits = readDigits;

/**
 * Formats a number while it is typed: `(xxx) xxx-xxxx`, with a `+country` prefix for more than ten digits. Digits past the
 * fifteenth are kept for the validation's message.
 */
export function formatPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (digits.length > 10) {
    const country = digits.slice(0, digits.length - 10);
    return `+${country} ${formatNational(digits.slice(-10))}`;
  }
  return formatNational(digits);
}

function formatNational(digits: string): string {
  if (digits.length === 0) return "";
  if (digits.length <= 3) return `(${digits}`;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** The specification's message for an invalid phone number, or undefined: it counts digits, whatever is between them. */
export function phoneProblem(phone: string): ContractText | undefined {
  const { length } = phoneDigits(phone);
  if (length < limits.phoneDigitsMin) return "Phone number must have at least 10 digits";
  if (length > limits.phoneDigitsMax) return "Phone number is too long";
  return undefined;
}
