import { shortcutsOn } from "@souffleur/shared-ui";
import { useSyncExternalStore } from "react";

/**
 * Whether single keys act now: their hints are black only then.
 * @param isKept whether the element that has the focus keeps them to itself
 */
export function useKeysLive(isKept: (focused: Element | null) => boolean): boolean {
  return useSyncExternalStore(onFocus, () => shortcutsOn() && !isKept(document.activeElement));
}

function onFocus(listener: () => void): () => void {
  for (const name of ["focusin", "focusout"]) document.addEventListener(name, listener);
  return () => {
    for (const name of ["focusin", "focusout"]) document.removeEventListener(name, listener);
  };
}
