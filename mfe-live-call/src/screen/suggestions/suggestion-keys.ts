import { digitOf } from "../../lib/digit-key.ts";
import type { KeyPress } from "../../lib/use-key-press.ts";

/** The command of a key press. */
export type SuggestionCommand =
  | { readonly kind: "generate" }
  | { readonly kind: "use"; readonly index: number }
  | { readonly kind: "dismiss" };

/** Ctrl+Enter generates, also in text fields; 1 to 3 use a suggestion and 0 dismisses all, except in text fields. */
export function readSuggestionKey(press: KeyPress): SuggestionCommand | undefined {
  const { key, control, modified, typing } = press;
  if (modified) return undefined;
  if (control) return key === "Enter" ? { kind: "generate" } : undefined;
  const digit = typing ? undefined : digitOf(press);
  if (digit === undefined || digit > 3) return undefined;
  return digit === 0 ? { kind: "dismiss" } : { kind: "use", index: digit - 1 };
}
