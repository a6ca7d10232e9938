import { useEffect, useRef } from "react";

/** Focuses the heading of a view that replaces another one on the same page, unless the view has set the focus itself. */
export function useViewFocus(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement.id === "main")
      document.querySelector("h1")?.focus({ preventScroll: true });
  }, [view]);
}
