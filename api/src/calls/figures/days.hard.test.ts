import { beginningsOfDays } from "./days.ts";

test.each([
  ["UTC", "2026-06-15T12:00:00Z", ["2026-06-14T00:00:00Z", "2026-06-15T00:00:00Z"]],
  ["Europe/Paris", "2026-06-14T22:30:00Z", ["2026-06-13T22:00:00Z", "2026-06-14T22:00:00Z"]],
  // An hour is left out, and comes twice.
  ["Europe/Paris", "2026-03-29T21:00:00Z", ["2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z"]],
  ["Europe/Paris", "2026-03-30T01:00:00Z", ["2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"]],
  ["Europe/Paris", "2026-10-25T22:30:00Z", ["2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z"]],
  ["Europe/Paris", "2026-10-26T12:00:00Z", ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"]],
  // Midnight itself is left out, and comes twice.
  ["Africa/Cairo", "2024-04-26T12:00:00Z", ["2024-04-24T22:00:00Z", "2024-04-25T22:00:00Z"]],
  ["America/Havana", "2024-11-03T12:00:00Z", ["2024-11-02T04:00:00Z", "2024-11-03T04:00:00Z"]],
  ["Asia/Kathmandu", "2026-06-15T18:20:00Z", ["2026-06-14T18:15:00Z", "2026-06-15T18:15:00Z"]],
  ["Pacific/Kiritimati", "2026-06-15T09:59:59.999Z", ["2026-06-13T10:00:00Z", "2026-06-14T10:00:00Z"]],
  ["America/Los_Angeles", "2026-01-01T07:59:59.999Z", ["2025-12-30T08:00:00Z", "2025-12-31T08:00:00Z"]],
])("yesterday and today in %s at %s begin at %s", (timeZone, now, expected) => {
  const found = beginningsOfDays(timeZone, new Date(now), [1, 0]);
  expect(found).toEqual(expected.map((one) => new Date(one)));
});

test("each of 180 days begins after the one before, 22 to 26 hours later, and today's not after now", () => {
  const now = new Date("2026-06-15T12:00:00Z");
  const days = Array.from({ length: 180 }, (_, index) => index);
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const found = beginningsOfDays(timeZone, now, days).map((day) => day.getTime());
    const hours = found.slice(1).map((day, index) => (day - (found[index] ?? 0)) / 3_600_000);
    expect({ timeZone, odd: hours.filter((one) => one < 22 || one > 26) }).toEqual({ timeZone, odd: [] });
    expect(found.at(-1)).toBeLessThanOrEqual(now.getTime());
    expect(found.at(-1)).toBeGreaterThan(now.getTime() - 26 * 3_600_000);
  }
});
