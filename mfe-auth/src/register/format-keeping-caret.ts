import { formatPhone, phoneDigits } from "@souffleur/contracts";

/**
 * Formats a phone number as it is typed. The caret stays after the same number of digits, so that typing or deleting in
 * the middle stays there.
 * @param inputType of the input event: if a separator was deleted, the digit next to it is removed
 */
export function formatKeepingCaret(
  typed: string,
  typedCaret: number,
  inputType = "",
  format = formatPhone,
): { value: string; caret: number } {
  const deletes = /^deleteContent(Backward|Forward)$/.exec(inputType)?.[1];
  const lostSeparator = format(typed).length === typed.length + 1;
  const { value, caret } =
    deletes !== undefined && lostSeparator
      ? withoutDigit(typed, typedCaret, deletes === "Backward")
      : { value: typed, caret: typedCaret };
  const formatted = format(value);
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

/** The text without the digit before the caret, or after it. */
function withoutDigit(text: string, caret: number, before: boolean): { value: string; caret: number } {
  const [head, tail] = [text.slice(0, caret), text.slice(caret)];
  if (!before) return { value: head + tail.replace(/\d/, ""), caret };
  const shorter = head.replace(/\d(?=\D*$)/, "");
  return { value: shorter + tail, caret: shorter.length };
}
