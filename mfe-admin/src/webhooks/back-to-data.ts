import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** The history's state of a webhook's page that was opened from the screen Data. */
export const fromData = { isFromData: true };

/** The way back to the screen Data: where it was left, if it is the previous page. */
export function useBackToData() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const isFromData = (state as Partial<typeof fromData> | null)?.isFromData === true;
  return {
    to: "/admin/data",
    onClick(event: MouseEvent): void {
      if (!isFromData || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigate(-1);
    },
  };
}
