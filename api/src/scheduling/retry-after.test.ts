import { retryAfterMs } from "./retry-after.ts";

const now = new Date("2026-03-31T10:00:00Z");
const hourMs = 3_600_000;

test.each([
  ["120", 120_000],
  [" 1 ", 1000],
  ["3600", hourMs],
  ["3601", hourMs],
  ["9".repeat(400), hourMs],
  ["Tue, 31 Mar 2026 10:00:30 GMT", 30_000],
  ["Tuesday, 31-Mar-26 10:10:00 GMT", 600_000],
  ["Tue Mar 31 10:10:00 2026", 600_000],
  ["Wed, 01 Apr 2026 10:00:00 GMT", hourMs],
  ["Tue, 31 Mar 2026 09:59:59 GMT", undefined],
  ["Tue, 31 Mar 2026 10:00:00 GMT", undefined],
  ["0", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["120, 60", undefined],
  ["2026-03-31T10:10:00Z", undefined],
  ["soon", undefined],
  ["Tue, soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("Retry-After: %s means a wait of %s ms", (value, wait) => {
  expect(retryAfterMs(value, now)).toBe(wait);
});
