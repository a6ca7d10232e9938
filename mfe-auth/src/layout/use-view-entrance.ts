import { useEffect, useRef } from "react";

/**
 * Moves the focus to the heading of a view that replaces another one in the same page, because the button that led there
 * is gone; not where the view has set the focus itself.
 */
export function useViewEntrance(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || activeElement.id === "main")
      document.querySelector("h1")?.focus({ preventScroll: true });
  }, [view]);
}
