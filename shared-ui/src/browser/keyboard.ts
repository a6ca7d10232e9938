import { readStored, writeStored } from "./browser-storage.ts";

const offKey = "souffleur.shortcuts-off";

/** Whether single-key shortcuts are on in this browser; speech input could trigger them by accident. */
export function shortcutsOn(): boolean {
  return readStored(offKey) === undefined;
}

export function setShortcutsOn(on: boolean): void {
  if (!writeStored(offKey, on ? undefined : "1"))
    console.warn("The choice can't be kept in this browser's storage.");
}

/** The modifier of the system's commands. A Mac's user agent is also that of an iPhone and an iPad. */
export const commandKey = /Mac/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** A key press, as all shortcuts read it. */
export interface KeyPress {
  /** `keyOf` the press. */
  key: string;
  /** The digit that it means, also by its place in the row of digits. */
  digit: number | undefined;
  /** The key's place: the same until it is released. */
  code: string;
  control: boolean;
  shift: boolean;
  /** Alt, AltGr or Meta. */
  modified: boolean;
  /** The modifier of the system's commands, and no other one. */
  command: boolean;
  /** Whether the focus is in a text field. */
  typing: boolean;
  /** Whether the key is held down and this is a repetition. */
  repeated: boolean;
}

type Pressed = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode">;

/** Parts of a character that is made of several presses: of a dead key or an input method, or not known. */
const unfinished: readonly string[] = ["Dead", "Process", "Compose", "Unidentified"];
/** All presses in an input method have this code; in Safari it alone tells the one that ends the input (WebKit 165004). */
const inputMethodCode = 229;

/**
 * What a key means on the keyboard that is set, wherever it is: a letter in lowercase, as Caps Lock makes no other key of it,
 * a sign, or a name such as "Enter". Empty where it makes only a part of a character.
 */
export function keyOf({ key, isComposing, keyCode }: Pressed): string {
  if (isComposing || keyCode === inputMethodCode || unfinished.includes(key)) return "";
  return [...key].length === 1 ? key.toLowerCase() : key;
}

/** Reads a key press: by what the key means, and only in the row of digits by its place. */
export function readKeyPress(event: KeyboardEvent): KeyPress {
  const { code, ctrlKey: control, shiftKey: shift, altKey, metaKey } = event;
  const key = keyOf(event);
  const modified = altKey || metaKey || event.getModifierState("AltGraph");
  const isMac = commandKey === "⌘";
  return {
    key,
    digit: digitOf({ key, code, shift }),
    code,
    control,
    shift,
    modified,
    command: !shift && (isMac ? metaKey && !control && !altKey : control && !modified),
    typing: takesText(event.target),
    repeated: event.repeat,
  };
}

/**
 * On a French keyboard the row has digits only with Shift, and without it a sign in their places. The keypad's places say
 * nothing: without Num Lock they are arrows.
 */
function digitOf({ key, code, shift }: Pick<KeyPress, "key" | "code" | "shift">): number | undefined {
  if (/^\d$/.test(key)) return Number(key);
  const place = /^Digit(\d)$/.exec(code)?.[1];
  return place === undefined || shift || [...key].length !== 1 ? undefined : Number(place);
}

/** Whether the element accepts text, so that letters and digits must not trigger shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  // A popped-out window has classes of its own.
  const own = (target as Partial<Node> | null)?.ownerDocument?.defaultView ?? window;
  if (!(target instanceof own.HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])")
  );
}
