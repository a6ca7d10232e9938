/** @jest-environment-options {"timeZone": "Europe/Paris"} */
import { analyticsFor } from "./figures.ts";

test.each([
  ["after an hour was left out", new Date(2026, 2, 30, 0, 30), [24, 25, 26, 27, 28, 29, 30]],
  ["in which an hour comes twice", new Date(2026, 9, 25, 23, 30), [19, 20, 21, 22, 23, 24, 25]],
])("the points of a day %s begin with each of the days before once", (_, today, days) => {
  expect(new Date(2026, 6, 1).getTimezoneOffset()).toBe(-120);
  const { recentTrends } = analyticsFor("7d", today.getTime());
  expect(recentTrends.map(({ from }) => new Date(from).getDate())).toEqual(days);
});
