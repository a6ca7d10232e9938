import { readKeyPress } from "@souffleur/shared-ui";
import { type RefObject, useEffect } from "react";

/**
 * While `isOn`, Ctrl+F inside `area` focuses `search`, because the browser's own search misses lines that are not in the
 * page. Pressed again inside `search`, it opens the browser's search.
 */
export function useFindKey(
  area: RefObject<HTMLElement | null>,
  search: RefObject<HTMLInputElement | null>,
  isOn: boolean,
): void {
  useEffect(() => {
    const element = area.current;
    if (element === null || !isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { key, command } = readKeyPress(event);
      if (key !== "f" || !command || event.target === search.current) return;
      event.preventDefault();
      search.current?.focus();
      search.current?.select();
    };
    element.addEventListener("keydown", onKey);
    return () => element.removeEventListener("keydown", onKey);
  }, [area, search, isOn]);
}
