import { formatDollars, formatPercent, formatRelative } from "./format.ts";

const now = Date.UTC(2026, 0, 10, 12);
const minute = 60_000;

test.each([
  [0, "0 min ago"],
  [59 * minute, "59 min ago"],
  [60 * minute, "1 hour ago"],
  [119 * minute, "1 hour ago"],
  [23 * 60 * minute, "23 hours ago"],
  [24 * 60 * minute, "1 day ago"],
  [72 * 60 * minute, "3 days ago"],
  [-5 * minute, "0 min ago"],
])("an age of %d ms is %s", (age, text) => {
  expect(formatRelative(now - age, now)).toBe(text);
});

test("money is whole dollars", () => {
  expect(formatDollars(125_840)).toBe("$125,840");
  expect(formatDollars(99.6)).toBe("$100");
});

test("percentages have at most one decimal", () => {
  expect(formatPercent(71.53)).toBe("71.5%");
  expect(formatPercent(70)).toBe("70%");
});
