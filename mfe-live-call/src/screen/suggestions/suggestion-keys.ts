import type { KeyPress } from "@souffleur/shared-ui";

/** The command of a key press. */
export type SuggestionCommand =
  | { readonly kind: "generate" | "dismiss" | "restore" | "whisper" }
  | { readonly kind: "use"; readonly index: number };

const commands: Partial<Record<string, "dismiss" | "restore" | "whisper">> = {
  Escape: "dismiss",
  z: "restore",
  w: "whisper",
};

/**
 * Ctrl+Enter generates, also in text fields. Except there, 1 to 3 use a suggestion, Esc dismisses the best one, Z brings it
 * back, and W marks a whisper as said. A key that is held down does so once.
 */
export function readSuggestionKey(press: KeyPress): SuggestionCommand | undefined {
  const { key, digit, control, modified, typing, repeated } = press;
  if (modified || repeated) return undefined;
  if (control) return key === "Enter" ? { kind: "generate" } : undefined;
  if (typing) return undefined;
  if (digit !== undefined) return digit >= 1 && digit <= 3 ? { kind: "use", index: digit - 1 } : undefined;
  const kind = commands[key];
  return kind && { kind };
}
