import { localDay } from "@souffleur/shared-ui/figures";

const friday = 5;
const monday = 1;

/** The days that are offered for a next step, after today: the next Friday, and the Monday of the next week. */
export function nextDays(
  now: Date,
): Readonly<Record<"tomorrow" | "friday" | "nextWeek" | "workday", string>> {
  const dayAfter = (days: number) =>
    localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime());
  const until = (weekday: number) => ((weekday - now.getDay() + 6) % 7) + 1;
  const nextWeek = dayAfter(until(monday));
  const tomorrow = dayAfter(1);
  return {
    tomorrow,
    friday: dayAfter(until(friday)),
    nextWeek,
    /** Not on a Saturday or Sunday. */
    workday: now.getDay() >= friday ? nextWeek : tomorrow,
  };
}
