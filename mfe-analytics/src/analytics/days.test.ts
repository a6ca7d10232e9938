/** @jest-environment-options {"timeZone": "Europe/Paris"} */
import { analyticsFor } from "./figures.ts";

test.each([
  ["after the clock went forward", new Date(2026, 2, 30, 0, 30), [24, 25, 26, 27, 28, 29, 30]],
  ["in which the clock goes back", new Date(2026, 9, 25, 23, 30), [19, 20, 21, 22, 23, 24, 25]],
])("a week that ends on a day %s has a point for each day", (_, today, days) => {
  expect(new Date(2026, 6, 1).getTimezoneOffset()).toBe(-120);
  const { recentTrends } = analyticsFor("7d", today.getTime());
  expect(recentTrends.map(({ from }) => new Date(from).getDate())).toEqual(days);
});
