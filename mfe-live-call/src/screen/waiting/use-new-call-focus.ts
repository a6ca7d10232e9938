import { type RefObject, useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Moves the focus to the button that starts a practice call when New Call was pressed. */
export function useNewCallFocus(start: RefObject<HTMLButtonElement | null>): void {
  const { key, state } = useLocation();
  // After a reload, or on the way back, nothing was pressed.
  const isPressed = useNavigationType() !== "POP";
  const isNewCall = isPressed && (state as { newCall?: boolean } | null)?.newCall === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press is a navigation, which has a new key
  useEffect(() => {
    if (!isNewCall) return undefined;
    // After the shell, which moves the focus to the heading of another screen.
    const frame = requestAnimationFrame(() => start.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [key, isNewCall]);
}
