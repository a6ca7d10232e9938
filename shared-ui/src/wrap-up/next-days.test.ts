import { nextDays } from "./next-days.ts";

test.each([
  [
    "a Thursday",
    [2026, 11, 31],
    { tomorrow: "2027-01-01", friday: "2027-01-01", nextWeek: "2027-01-04", workday: "2027-01-01" },
  ],
  [
    "a Friday",
    [2026, 2, 27],
    { tomorrow: "2026-03-28", friday: "2026-04-03", nextWeek: "2026-03-30", workday: "2026-03-30" },
  ],
  [
    "a Sunday",
    [2026, 2, 29],
    { tomorrow: "2026-03-30", friday: "2026-04-03", nextWeek: "2026-03-30", workday: "2026-03-30" },
  ],
  [
    "a Monday",
    [2026, 2, 30],
    { tomorrow: "2026-03-31", friday: "2026-04-03", nextWeek: "2026-04-06", workday: "2026-03-31" },
  ],
] as const)("the days after %s are on or after tomorrow", (_name, [year, month, day], days) => {
  expect(nextDays(new Date(year, month, day, 0, 1))).toEqual(days);
  expect(nextDays(new Date(year, month, day, 23, 59))).toEqual(days);
});
