import { phoneDigits } from "@souffleur/contracts";

/** The country of numbers without a country code. */
const countryCode = "33";

/** A normalized telephone number with its country code; undefined where the text is not a number. */
function numberOf(text: string): string | undefined {
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined;
  // "+33 (0)6": the zero is for domestic calls.
  const spelled = text.replace(/\(0\)/g, "").trim();
  const digits = phoneDigits(spelled);
  if (digits === "") return undefined;
  if (spelled.startsWith("+")) return digits;
  if (digits.startsWith("00")) return digits.slice(2);
  return digits.length === 10 && digits.startsWith("0") ? countryCode + digits.slice(1) : digits;
}

/** A normalized customer: a telephone number, or a name without case, accents and repeated spaces. */
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
