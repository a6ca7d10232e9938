import { phoneDigits } from "@souffleur/contracts";

/** `06 12 34 56 78` and `+33 6 12 34 56 78`, as far as they are typed; another country's number stays as it is. */
export function formatFrenchPhone(phone: string): string {
  const digits = phoneDigits(phone);
  if (digits.startsWith("0")) return inPairs(digits);
  if (!digits.startsWith("33")) return phone;
  return ["+33", digits.slice(2, 3), inPairs(digits.slice(3))].filter((part) => part !== "").join(" ");
}

const inPairs = (digits: string) => (digits.match(/\d{1,2}/g) ?? []).join(" ");
