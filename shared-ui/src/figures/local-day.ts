/** The day of a moment in local time, as in addresses and day fields: `2026-03-31`. @param at in ms since the epoch */
export function localDay(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
}
