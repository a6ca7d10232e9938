import { type KeyPress, readKeyPress } from "@souffleur/shared-ui";
import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `onPress` for each key press outside dialogs and menus; it returns whether it handled the key.
 * @param own the window whose keys are handled
 */
export function useKeyPress(onPress: (press: KeyPress) => boolean, own: Window = window): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || own.document.querySelector("[role=dialog], [role=menu]") !== null) return;
    if (onPress(readKeyPress(event))) event.preventDefault();
  });
  // In the frame in which what the keys act on appears.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    own.addEventListener("keydown", listen);
    return () => own.removeEventListener("keydown", listen);
  }, [own]);
}
