import { phoneDigits } from "@souffleur/contracts";
import { language } from "@souffleur/shared-ui";

/**
 * A stored number as the page's language writes it: in French a French one is `06 12 34 56 78` or `+33 6 12 34 56 78`.
 * All others are shown as they are stored.
 */
export function shownPhone(phone: string): string {
  const french = language === "fr" ? /^(0|(?:00)?330?)([1-9])(\d{8})$/.exec(phoneDigits(phone)) : null;
  if (french === null) return phone;
  const [, prefix, first, rest = ""] = french;
  return [prefix === "0" ? `0${first}` : `+33 ${first}`, ...(rest.match(/\d\d/g) ?? [])].join(" ");
}
