/** The command of a key press. */
export type SuggestionCommand =
  | { readonly kind: "generate" }
  | { readonly kind: "use"; readonly index: number }
  | { readonly kind: "dismiss" };

interface KeyPress {
  key: string;
  /** The key's position: on a French keyboard the digits need Shift. */
  code: string;
  control: boolean;
  /** Alt or Meta. */
  modified: boolean;
  typing: boolean;
}

/**
 * Ctrl+Enter generates, also in text fields; 1 to 3 use a suggestion and 0 dismisses all, except in text fields.
 */
export function readSuggestionKey(press: KeyPress): SuggestionCommand | undefined {
  const { key, code, control, modified, typing } = press;
  if (modified) return undefined;
  if (control) return key === "Enter" ? { kind: "generate" } : undefined;
  if (typing) return undefined;
  const digit = /^[0-3]$/.test(key) ? key : /^(?:Digit|Numpad)([0-3])$/.exec(code)?.[1];
  if (digit === undefined) return undefined;
  return digit === "0" ? { kind: "dismiss" } : { kind: "use", index: Number(digit) - 1 };
}
