import { elapsed, formatTimer } from "./timer.ts";

test("the elapsed time is in whole seconds and never negative", () => {
  expect(elapsed(1000, 3999)).toBe(2);
  expect(elapsed(5000, 1000)).toBe(0);
  expect(elapsed(Number.NaN, 1000)).toBe(0);
});

test.each([
  [0, "00:00:00"],
  [59, "00:00:59"],
  [60, "00:01:00"],
  [3661, "01:01:01"],
  [86_399, "23:59:59"],
  [360_000, "100:00:00"],
  [12.9, "00:00:12"],
  [-4, "00:00:00"],
  [Number.NaN, "00:00:00"],
])("formats %p seconds as %s", (seconds, text) => {
  expect(formatTimer(seconds)).toBe(text);
});
