/** @jest-environment-options {"timeZone": "Europe/Paris"} */
import { type CallFilters, countOf, presetsOf, queryOf, readFilters, writeFilters } from "./call-filters.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));
const set = (filters: CallFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value));

test("written filters are read back", () => {
  const filters: CallFilters = {
    q: '"dix pour cent" remise',
    agent: "user-7",
    outcome: "to_wrap_up",
    source: "telephony",
    status: "ended",
    length: "5-15",
    from: "2026-03-01",
    to: "2026-03-31",
  };
  expect(read(writeFilters(filters).toString())).toEqual(filters);
  expect(writeFilters({}).toString()).toBe("");
});

test.each([
  "outcome=won",
  "source=letter",
  "status=over",
  "length=7",
  "from=2026-02-30",
  "to=yesterday",
  "from=9999-99-99",
  "agent=",
  "q=remise",
])("%s is no filter", (query) => {
  expect(countOf(read(query))).toBe(0);
});

test("a day lasts from midnight to midnight in the local time zone", () => {
  expect(queryOf({ from: "2026-01-05", to: "2026-01-05" })).toMatchObject({
    from: "2026-01-04T23:00:00.000Z",
    to: "2026-01-05T23:00:00.000Z",
  });
});

test("the days on which the clock changes have 23 and 25 hours", () => {
  const hours = (day: string) => {
    const { from = "", to = "" } = queryOf({ from: day, to: day });
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };
  expect([hours("2026-03-29"), hours("2026-10-25")]).toEqual([23, 25]);
});

test("lengths have no gaps between them, and calls to wrap up are requested by a parameter of their own", () => {
  expect(queryOf(read("length=0-1"))).toMatchObject({ maxSeconds: 59 });
  expect(queryOf(read("length=1-5"))).toMatchObject({ minSeconds: 60, maxSeconds: 299 });
  expect(queryOf(read("length=over-30"))).toMatchObject({ minSeconds: 1800 });
  expect(queryOf(read("outcome=to_wrap_up&status=ended"))).toMatchObject({
    toWrapUp: "true",
    status: "ended",
  });
  expect(set(read("outcome=no_need"))).toEqual({ outcome: "no_need" });
});

test("practice calls are listed where they are asked for, or the source of test calls is", () => {
  expect(queryOf(read(""))).toEqual({ practice: "false" });
  expect(queryOf(read("practice=true"))).toEqual({ practice: "true" });
  expect(queryOf(read("source=simulation"))).toEqual({ source: "simulation" });
});

test.each([
  ["a Sunday", new Date(2026, 10, 29), "2026-11-23"],
  ["a Monday", new Date(2026, 10, 23), "2026-11-23"],
  ["the first days of a year", new Date(2027, 0, 1), "2026-12-28"],
])("the week of %s begins on its Monday", (_day, today, monday) => {
  expect(presetsOf(today).find(({ name }) => name === "from")?.value).toBe(monday);
});
