import { phoneDigits } from "@souffleur/contracts";

/** Of numbers without one. */
const countryCode = "33";

/** A number in one spelling, with its country; undefined for what is no number. */
function numberOf(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined;
  // "+33 (0)6": the zero is for callers from within the country.
  const spelled = text.replace(/\(0\)/g, "").trim();
  const digits = phoneDigits(spelled);
  if (digits === "") return undefined;
  if (spelled.startsWith("+")) return digits;
  if (digits.startsWith("00")) return digits.slice(2);
  return digits.length === 10 && digits.startsWith("0") ? countryCode + digits.slice(1) : digits;
}

/** A customer in one spelling: a number, or a name without case, accents and doubled spaces. */
export function customerKey(customer: string): string {
  return (
    numberOf(customer) ??
    customer
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[œæ]/gu, (letters) => (letters === "œ" ? "oe" : "ae"))
      .replace(/’/gu, "'")
      .replace(/\s+/gu, " ")
      .trim()
  );
}
