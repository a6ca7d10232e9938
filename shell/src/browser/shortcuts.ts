/** The modifier of the system's commands. A Mac's user agent is also that of an iPhone and an iPad. */
export const commandKey = /Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** The meaning of a key press, which may depend on the previous one. */
export type Shortcut =
  | { readonly kind: "help" }
  | { readonly kind: "search" }
  | { readonly kind: "search-everything" }
  | { readonly kind: "go"; readonly key: string };

export interface KeyPress {
  readonly key: string;
  /** In milliseconds, from any origin. */
  readonly at: number;
  /** Whether Ctrl, Alt or Meta is pressed: such keys belong to the browser and the system. */
  readonly modified: boolean;
  /** Whether the modifier of the system's commands is pressed: Ctrl, or Command on a Mac. */
  readonly command: boolean;
  /** Whether the focus is in a text field. */
  readonly typing: boolean;
}

/** The longest pause between `g` and the next key of a sequence. */
const sequenceMs = 1000;

/**
 * Recognizes Ctrl+K, `?`, `/`, and `g` followed by a letter; in text fields only Ctrl+K.
 * @returns the shortcut, if any, and the time of a `g` that waits for its letter
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
