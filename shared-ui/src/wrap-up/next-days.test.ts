import { nextDays } from "./next-days.ts";

test.each([
  ["a Thursday", "2026-12-31", ["2027-01-01", "2027-01-01", "2027-01-04", "2027-01-01"]],
  ["a Friday", "2026-03-27", ["2026-03-28", "2026-04-03", "2026-03-30", "2026-03-30"]],
  ["a Sunday", "2026-03-29", ["2026-03-30", "2026-04-03", "2026-03-30", "2026-03-30"]],
  ["a Monday", "2026-03-30", ["2026-03-31", "2026-04-03", "2026-04-06", "2026-03-31"]],
])("the days after %s are on or after tomorrow", (_name, day, [tomorrow, friday, nextWeek, workday]) => {
  for (const time of ["00:01", "23:59"])
    expect(nextDays(new Date(`${day}T${time}`))).toEqual({ tomorrow, friday, nextWeek, workday });
});
