import { type MouseEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * The props of a link back to the list at `path`. A list that leads to a page of its own passes its query as `list` in the
 * history's state: a plain press then goes back to it, so that it is as it was left.
 */
export function useBackToList(path: string) {
  const { state } = useLocation();
  const navigate = useNavigate();
  // Kept, since the address of a part of the page replaces the history's state.
  const [search] = useState(() => {
    const search: unknown =
      typeof state === "object" && state !== null && "list" in state ? state.list : undefined;
    return typeof search === "string" ? search : undefined;
  });
  return {
    to: path + (search ?? ""),
    onClick(event: MouseEvent): void {
      if (search === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigate(-1);
    },
  };
}
