import { phoneDigits } from "@souffleur/contracts";

/**
 * `06 12 34 56 78`, `+33 6 12 34 56 78` and `0033 6 12 34 56 78`, as far as they are typed; another country's number
 * stays as it is.
 */
export function formatFrenchPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (digits.startsWith("0033")) return international("0033", digits.slice(4));
  if (digits.startsWith("33")) return international("+33", digits.slice(2));
  return /^0(?!0)/.test(digits) ? inPairs(digits) : phone;
}

/** `(0)` is what many write there: it is dialled within France alone. */
function international(country: string, digits: string): string {
  const [trunk, national] = digits.startsWith("0") ? ["(0)", digits.slice(1)] : ["", digits];
  const [first, rest] = [national.slice(0, 1), inPairs(national.slice(1))];
  return [country, `${trunk}${first}`, rest].filter((part) => part !== "").join(" ");
}

const inPairs = (digits: string) => (digits.match(/\d{1,2}/g) ?? []).join(" ");
