import { formatPhone, phoneDigits } from "@souffleur/api/contracts";

/**
 * Formats a phone number as it is typed and says where the caret belongs: behind as many digits as it stood
 * behind before, so that typing or deleting in the middle stays in the middle.
 */
export function formatKeepingCaret(value: string, caret: number): { value: string; caret: number } {
  const formatted = formatPhone(value);
  const digitsBefore = phoneDigits(value.slice(0, caret)).length;
  if (caret >= value.length) return { value: formatted, caret: formatted.length };
  let seen = 0;
  let at = 0;
  while (at < formatted.length && seen < digitsBefore) {
    if (/\d/.test(formatted[at] ?? "")) seen++;
    at++;
  }
  return { value: formatted, caret: at };
}
