import { someUser } from "@souffleur/shared-ui/testing";
import fc from "fast-check";
import { orderUsers } from "./order-users.ts";
import { type SortKey, userColumns } from "./user-columns.tsx";

const sortKeys = userColumns.map(({ id }) => id);

const people = [
  someUser({ id: "zoe", firstName: "Zoé", role: "agent", requestedAt: "2026-03-01T00:00:00Z" }),
  someUser({ id: "eli", firstName: "Élie", role: "manager", requestedAt: "2026-01-01T00:00:00.5Z" }),
  someUser({ id: "ada", firstName: "ada", role: "admin", requestedAt: "2026-01-01T00:00:00Z" }),
  someUser({ id: "fay", firstName: "Fay", role: "agent", organizationName: "Acme" }),
];
const ids = (by: SortKey, descending = false) => orderUsers(people, { by, descending }).map(({ id }) => id);

test("names are sorted regardless of accents and capitals", () => {
  expect(ids("name")).toEqual(["ada", "eli", "fay", "zoe"]);
  expect(ids("name", true)).toEqual(["zoe", "fay", "eli", "ada"]);
});

test("times are compared as times, not as texts", () => {
  expect(ids("requested").filter((id) => id !== "fay")).toEqual(["ada", "eli", "zoe"]);
});

test("users without an organization come first", () => {
  expect(ids("organization").at(-1)).toBe("fay");
});

test("equal users keep their order in both directions", () => {
  expect(ids("role")).toEqual(["ada", "zoe", "fay", "eli"]);
  expect(ids("role", true)).toEqual(["eli", "zoe", "fay", "ada"]);
});

test("every order contains all users", () => {
  const user = fc.record({ firstName: fc.string(), email: fc.string(), organizationName: fc.string() });
  fc.assert(
    fc.property(fc.array(user), fc.constantFrom(...sortKeys), fc.boolean(), (list, by, descending) => {
      const users = list.map((fields, at) => someUser({ ...fields, id: String(at) }));
      const before = [...users];
      expect(new Set(orderUsers(users, { by, descending }))).toEqual(new Set(users));
      expect(users).toEqual(before);
    }),
  );
});
