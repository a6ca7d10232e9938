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

/** Whether the element accepts text, so that letters and digits must not trigger shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])")
  );
}
