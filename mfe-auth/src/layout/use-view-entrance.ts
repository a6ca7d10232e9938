import { useEffect, useRef } from "react";

/**
 * Within a page, a view that takes another's place takes the focus with it, to its heading: the button that led there
 * is gone. Not where the view has placed the focus itself.
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
