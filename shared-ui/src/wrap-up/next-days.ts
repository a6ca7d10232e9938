/** A day in local time, such as 2026-03-31. */
function dayAfter(now: Date, days: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

const friday = 5;
const monday = 1;

/** The days that are offered for a next step, after today: the next Friday, and the Monday of the next week. */
export function nextDays(
  now: Date,
): Readonly<Record<"tomorrow" | "friday" | "nextWeek" | "workday", string>> {
  const until = (weekday: number) => ((weekday - now.getDay() + 6) % 7) + 1;
  const nextWeek = dayAfter(now, until(monday));
  const tomorrow = dayAfter(now, 1);
  return {
    tomorrow,
    friday: dayAfter(now, until(friday)),
    nextWeek,
    /** Not on a Saturday or Sunday. */
    workday: now.getDay() >= friday ? nextWeek : tomorrow,
  };
}
