import { formatShortDate } from "@souffleur/shared-ui";

/** The day of a moment in local time, as in addresses and day fields: `2026-03-31`. @param at in ms since the epoch */
export function localDay(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}

/** The day that `localDay` writes, as people read it. Parsed in local time, so that it is the same in every time zone. */
export const formatDay = (day: string): string => formatShortDate(`${day}T00:00:00`);
