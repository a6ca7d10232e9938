const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** When a call began, such as `Mar 12, 2026, 10:30 AM`; in ms since the epoch. */
export function formatMoment(at: number): string {
  return moment.format(at);
}

/** A length in seconds as minutes and seconds, such as `4:32`. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A day such as 2026-03-31, which is the same in every time zone. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}
