const dayAndTime = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** `Mar 12, 2026, 09:30` by the reader's clock; in ms since the epoch. */
export function formatMoment(at: number): string {
  return dayAndTime.format(at);
}
