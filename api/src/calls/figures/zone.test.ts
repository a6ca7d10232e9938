import fc from "fast-check";
import { beginningsOfDays } from "./days.ts";
import { readZone } from "./zone.ts";

test.each(["Europe/Paris", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT-2"])("knows %s", (timeZone) => {
  expect(readZone({ timeZone, utcOffset: "+09:00" })).toBe(timeZone);
});

test.each([
  ["+02:00", 120],
  [" 02:00", 120],
  ["-0330", -210],
  ["+14", 840],
  ["\u22125", -300],
  ["UTC+5:30", 330],
  ["gmt-9", -540],
  ["+05:30:00", 330],
])("reads %j as an offset of %d minutes", (timeZone, minutes) => {
  expect(readZone({ timeZone })).toBe(minutes);
});

test.each(["Etc/Unknown", "", "Mars/Olympus", "America/Coyhaique2", "undefined", "+99:00", "+02:75"])(
  "falls back from %j to the reader's offset, and to UTC without one",
  (timeZone) => {
    expect(readZone({ timeZone, utcOffset: "-03:00" })).toBe(-180);
    expect(readZone({ timeZone, utcOffset: "Etc/Unknown" })).toBe("UTC");
    expect(readZone({ timeZone })).toBe("UTC");
  },
);

test("gives days of 24 hours for any text, the last one around now", () => {
  const now = new Date("2026-06-15T12:34:56Z");
  const offsetText = fc
    .tuple(fc.constantFrom("+", "-", " "), fc.nat({ max: 99 }), fc.nat({ max: 99 }))
    .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, "0")}:${minutes}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 40 }), offsetText), (timeZone) => {
      const zone = readZone({ timeZone });
      const [first, second] = beginningsOfDays(zone, now, [0, 1]).map((day) => day.getTime());
      if (first === undefined || second === undefined) throw new Error("two days are needed");
      expect(second).toBeLessThanOrEqual(now.getTime());
      expect(now.getTime() - second).toBeLessThan(25 * 3_600_000);
      if (typeof zone === "number") expect(second - first).toBe(24 * 3_600_000);
    }),
  );
});
