const offKey = "souffleur.shortcuts-off";

/** Whether this browser's user wants shortcuts of single keys; speech input may type them by accident. */
export function shortcutsOn(): boolean {
  try {
    return localStorage.getItem(offKey) === null;
  } catch {
    return true;
  }
}

export function setShortcutsOn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(offKey);
    else localStorage.setItem(offKey, "1");
  } catch {
    console.warn("The choice can't be kept in this browser's storage.");
  }
}

/** Whether the element takes text, so that letters and digits belong to it. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])")
  );
}
