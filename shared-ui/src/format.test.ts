import { formatMoney, formatPercent, formatRelative } from "./format.ts";

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

test.each([
  [undefined, "$125,840"],
  ["EUR", "€125,840"],
  ["CAD", "CA$125,840"],
  ["JPY", "¥125,840"],
  ["CHF", "CHF\u00a0125,840"],
])("money in %s is whole: %s", (currency, text) => {
  expect(formatMoney(125_840.4, currency)).toBe(text);
});

test("percentages have at most one decimal", () => {
  expect([71.53, 70].map(formatPercent)).toEqual(["71.5%", "70%"]);
});
