import type { KeyPress } from "@souffleur/shared-ui";

/** The meaning of a key press, which may depend on the previous one. */
export type Shortcut =
  | { readonly kind: "help" }
  | { readonly kind: "search" }
  | { readonly kind: "search-everything" }
  | { readonly kind: "go"; readonly key: string };

/** The longest pause between `g` and the next key of a sequence. */
const sequenceMs = 1000;

/**
 * Recognizes Ctrl+K, `?`, `/`, and `g` followed by a letter; in text fields only Ctrl+K.
 * @param at in milliseconds, from any origin
 * @returns the shortcut, if any, and the time of a `g` that waits for its letter
 */
export function readShortcut(
  pendingSince: number | undefined,
  { key, command, control, modified, typing, repeated }: KeyPress,
  at: number,
): { shortcut?: Shortcut; pendingSince?: number } {
  if (command && key === "k") return { shortcut: { kind: "search-everything" } };
  // Keys with modifiers belong to the browser and the system.
  if (control || modified || typing) return {};
  // Held down, a key is one press.
  if (repeated) return pendingSince === undefined ? {} : { pendingSince };
  if (pendingSince !== undefined && at - pendingSince <= sequenceMs && /^[a-z]$/.test(key)) {
    return { shortcut: { kind: "go", key } };
  }
  if (key === "g") return { pendingSince: at };
  if (key === "?") return { shortcut: { kind: "help" } };
  if (key === "/") return { shortcut: { kind: "search" } };
  return {};
}
