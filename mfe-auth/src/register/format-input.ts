import { formatPhone } from "@souffleur/contracts";
import { language } from "@souffleur/shared-ui";
import type { ChangeEvent } from "react";
import { formatFrenchPhone } from "./format-french-phone.ts";
import { formatKeepingCaret } from "./format-keeping-caret.ts";

// Both change the text of a field before the form reads it, and keep the caret in its place.

export function lowercaseInput({ target }: ChangeEvent<HTMLInputElement>): void {
  const { selectionStart, value } = target;
  const lower = value.toLowerCase();
  if (lower === value) return;
  target.value = lower;
  target.setSelectionRange(selectionStart, selectionStart);
}

export function formatPhoneInput({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  // Other characters stay, so that the check can report them; formatting would remove them.
  if (/[^\d\s()+.-]/.test(target.value)) return;
  const { value, caret } = formatKeepingCaret(
    target.value,
    target.selectionStart ?? target.value.length,
    "inputType" in nativeEvent ? String(nativeEvent.inputType) : "",
    language === "fr" ? formatFrenchPhone : formatPhone,
  );
  if (value === target.value) return;
  target.value = value;
  target.setSelectionRange(caret, caret);
}
