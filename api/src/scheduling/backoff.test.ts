import { backoff, jittered, pause } from "./backoff.ts";

test("each failure doubles the wait, up to the last", () => {
  const limits = { firstWait: 250, lastWait: 3000 };
  const waits = [0, 1, 2, 3, 4, 2000].map((failures) => backoff(failures, limits));
  expect(waits).toEqual([250, 500, 1000, 2000, 3000, 3000]);
});

test("jitter shortens a wait by up to half", () => {
  const waits = Array.from({ length: 1000 }, () => jittered(1000));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test("a pause ends with its signal", async () => {
  const stopped = new AbortController();
  const paused = pause(60_000, stopped.signal);
  stopped.abort();
  await paused;
});
