import type { Zone } from "./zone.ts";

/** A day of the calendar, as the time of its midnight in UTC. */
type CalendarDay = number;

const dayMs = 24 * 60 * 60_000;

/**
 * The beginnings of some days in a time zone, oldest first. A day in which the clock changes has 23 or 25 hours; where
 * the clock skips midnight, the day begins after it.
 * @param before how many days before today each day is
 */
export function beginningsOfDays(zone: Zone, now: Date, before: readonly number[]): Date[] {
  const clockAt = typeof zone === "number" ? (ms: number) => ms + zone * 60_000 : clockOf(zone);

  function beginningOf(day: CalendarDay): Date {
    // Midnight has the offset of the day before or of the day after; of two that fit, the first counts.
    const fits = [day - dayMs, day + dayMs]
      .map((near) => day - (clockAt(near) - near))
      .filter((ms) => clockAt(ms) >= day);
    return new Date(Math.min(...fits));
  }

  const clock = clockAt(Math.floor(now.getTime() / 1000) * 1000);
  const today: CalendarDay = clock - (((clock % dayMs) + dayMs) % dayMs);
  return before.toSorted((a, b) => b - a).map((days) => beginningOf(today - days * dayMs));
}

/** The day of a moment in a time zone, such as 2026-03-31. */
export function dayIn(zone: Zone, now: Date): string {
  const clockAt = typeof zone === "number" ? (ms: number) => ms + zone * 60_000 : clockOf(zone);
  return new Date(clockAt(now.getTime())).toISOString().slice(0, 10);
}

/** @returns a function for the time that a clock in the zone shows, read as UTC */
function clockOf(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });

  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const date = [part("year"), part("month") - 1, part("day")] as const;
    return Date.UTC(...date, part("hour"), part("minute"), part("second"));
  };
}
