/** What a key press asks of the suggestions. */
export type SuggestionKey =
  | { readonly kind: "generate" }
  | { readonly kind: "use"; readonly index: number }
  | { readonly kind: "dismiss" };

interface KeyPress {
  key: string;
  /** The key's place on the keyboard: on a French one the digits themselves need Shift. */
  code: string;
  control: boolean;
  /** Alt or Meta. */
  modified: boolean;
  typing: boolean;
}

/**
 * Ctrl+Enter generates, in fields too; 1 to 3 use a suggestion and 0 dismisses them all, but not in fields.
 */
export function readSuggestionKey(press: KeyPress): SuggestionKey | undefined {
  const { key, code, control, modified, typing } = press;
  if (modified) return undefined;
  if (control) return key === "Enter" ? { kind: "generate" } : undefined;
  if (typing) return undefined;
  const digit = /^[0-3]$/.test(key) ? key : /^(?:Digit|Numpad)([0-3])$/.exec(code)?.[1];
  if (digit === undefined) return undefined;
  return digit === "0" ? { kind: "dismiss" } : { kind: "use", index: Number(digit) - 1 };
}
