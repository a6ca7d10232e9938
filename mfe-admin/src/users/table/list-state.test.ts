import { limits } from "@souffleur/contracts";
import fc from "fast-check";
import { changeListState, type ListState, readListState, searchMax, writeListState } from "./list-state.ts";
import { tabs } from "./tabs.ts";
import { userColumns } from "./user-columns.tsx";

const sortKeys = userColumns.map(({ id }) => id);

const read = (query: string) => readListState(new URLSearchParams(query));
const states: fc.Arbitrary<ListState> = fc.record({
  tab: fc.constantFrom(...tabs),
  search: fc.string({ maxLength: searchMax }),
  sort: fc.record({ by: fc.constantFrom(...sortKeys), descending: fc.boolean() }),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.constantFrom(...limits.adminPageSizes),
});

test("an empty query is the first ten pending users, the longest waiting time first", () => {
  expect(read("")).toEqual({
    tab: "pending",
    search: "",
    sort: { by: "requested", descending: false },
    page: 1,
    size: 10,
  });
});

test.each(["tab=none&sort=-password&page=-1&size=7", "page=0", "page=1e9", "page=9999999", "sort=toString"])(
  "the unknown values of %s are defaults, which have an empty query",
  (query) => {
    expect(read(query)).toEqual(read(""));
    expect(writeListState(read(query)).toString()).toBe("");
  },
);

test("what is written is read back", () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(readListState(new URLSearchParams(writeListState(state).toString()))).toEqual(state);
    }),
  );
});

test("any query gives a valid state", () => {
  const value = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(value, value, value, value, value, (tab, q, sort, page, size) => {
      const state = readListState(new URLSearchParams({ tab, q, sort, page, size }));
      expect(tabs).toContain(state.tab);
      expect(sortKeys).toContain(state.sort.by);
      expect(limits.adminPageSizes).toContain(state.size);
      expect(state.page).toBeGreaterThanOrEqual(1);
      expect(state.search.length).toBeLessThanOrEqual(searchMax);
    }),
  );
});

test("every change except of the page starts at the first page", () => {
  const state = read("tab=all&page=4&sort=email");
  expect(changeListState(state, { page: 3 })).toEqual({ ...state, page: 3 });
  expect(changeListState(state, { search: "a" }).page).toBe(1);
  expect(changeListState(state, { size: 50 }).page).toBe(1);
  expect(changeListState(state, { sort: { by: "name", descending: true } }).page).toBe(1);
  expect(changeListState(state, { tab: "active" }).page).toBe(1);
});

test("another tab has its default order and keeps search and size", () => {
  expect(changeListState(read("tab=all&q=ann&sort=email&size=5"), { tab: "pending" })).toEqual(
    read("q=ann&size=5"),
  );
});
