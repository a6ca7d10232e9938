/** @jest-environment-options {"timeZone": "Asia/Kolkata"} */
import { browserZone } from "./browser-zone.ts";

afterEach(() => jest.restoreAllMocks());

const says = (timeZone: string | undefined) =>
  jest
    .spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);

test("is the zone's name and its offset", () => {
  expect(browserZone()).toEqual({ timeZone: expect.stringMatching(/Kolkata|Calcutta/), utcOffset: "+05:30" });
  jest.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(210);
  expect(browserZone().utcOffset).toBe("-03:30");
});

test.each([["Etc/Unknown"], ["+05:30"], [undefined]])("is as the browser says: %j", (timeZone) => {
  says(timeZone);
  expect(browserZone()).toEqual({ timeZone: timeZone ?? "", utcOffset: "+05:30" });
});

test("is the offset alone where the browser fails", () => {
  jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(() => {
    throw new RangeError("no zone");
  });
  expect(browserZone()).toEqual({ timeZone: "", utcOffset: "+05:30" });
});
