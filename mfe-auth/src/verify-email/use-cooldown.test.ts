import { secondsLeft } from "./use-cooldown.ts";

const now = Date.UTC(2026, 0, 1);

test.each([
  [60_000, 60],
  [59_001, 60],
  [1, 1],
  [0, 0],
  [-5000, 0],
  [48 * 60 * 60_000, 0],
])("%d ms ahead are %d seconds", (ahead, seconds) => {
  expect(secondsLeft(now + ahead, now)).toBe(seconds);
});
