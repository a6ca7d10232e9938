/** What a key press means, given the one before it. */
export type Shortcut =
  | { readonly kind: "help" }
  | { readonly kind: "search" }
  | { readonly kind: "search-everything" }
  | { readonly kind: "go"; readonly key: string };

export interface KeyPress {
  readonly key: string;
  /** Milliseconds, any origin. */
  readonly at: number;
  /** With Ctrl, Alt or Meta, which belong to the browser and the system. */
  readonly modified: boolean;
  /** With the modifier of the system's own commands: Ctrl, on a Mac Command. */
  readonly command: boolean;
  /** In a field that takes text. */
  readonly typing: boolean;
}

/** The longest pause between `g` and the next key of a sequence. */
const sequenceMs = 1000;

/**
 * Ctrl+K, `?`, `/`, and `g` followed by a letter; only the first of them in fields that take text.
 * @returns the shortcut, if any, and the time of a `g` that waits for its letter.
 */
export function readShortcut(
  pendingSince: number | undefined,
  press: KeyPress,
): { shortcut?: Shortcut; pendingSince?: number } {
  if (press.command && press.key === "k") return { shortcut: { kind: "search-everything" } };
  if (press.modified || press.typing) return {};
  if (pendingSince !== undefined && press.at - pendingSince <= sequenceMs && /^[a-z]$/.test(press.key)) {
    return { shortcut: { kind: "go", key: press.key } };
  }
  if (press.key === "g") return { pendingSince: press.at };
  if (press.key === "?") return { shortcut: { kind: "help" } };
  if (press.key === "/") return { shortcut: { kind: "search" } };
  return {};
}
