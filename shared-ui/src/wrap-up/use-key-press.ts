import { takesText } from "@souffleur/shared-ui";
import { useEffectEvent, useLayoutEffect } from "react";

/** A key press anywhere on the page. */
export interface KeyPress {
  key: string;
  /** The key's position: on a French keyboard the digits need Shift. */
  code: string;
  control: boolean;
  /** Alt or Meta. */
  modified: boolean;
  /** Whether the focus is in a text field. */
  typing: boolean;
  /** Whether the key is held down and this is a repetition. */
  repeated: boolean;
}

/**
 * Calls `onPress` for each key press outside dialogs and menus; it returns whether it handled the key.
 * @param own the window whose keys are handled
 */
export function useKeyPress(onPress: (press: KeyPress) => boolean, own: Window = window): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || own.document.querySelector("[role=dialog], [role=menu]") !== null) return;
    const isHandled = onPress({
      key: event.key,
      code: event.code,
      control: event.ctrlKey,
      modified: event.altKey || event.metaKey,
      typing: takesText(event.target),
      repeated: event.repeat,
    });
    if (isHandled) event.preventDefault();
  });
  // In the frame in which what the keys act on appears.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    own.addEventListener("keydown", listen);
    return () => own.removeEventListener("keydown", listen);
  }, [own]);
}

/** The digit of a key press; `code` is the key's position, since digits need Shift on a French keyboard. */
export function digitOf({ key, code }: Pick<KeyPress, "key" | "code">): number | undefined {
  const digit = /^\d$/.test(key) ? key : /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}
