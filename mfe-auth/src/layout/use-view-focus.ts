import { useLayoutEffect, useRef } from "react";

/**
 * Focuses the heading of a view that replaces another one on the same page, unless the view has set the focus itself.
 * The focus moves with the view: later, a key that is pressed at once would go nowhere.
 */
export function useViewFocus(view: string): void {
  const shown = useRef(view);
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement.id === "main")
      document.querySelector("h1")?.focus({ preventScroll: true });
  }, [view]);
}
