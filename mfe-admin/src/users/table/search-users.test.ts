import { someUser } from "@souffleur/shared-ui/testing";
import fc from "fast-check";
import { searchUsers } from "./search-users.ts";

const helene = someUser({
  id: "1",
  firstName: "Hélène",
  lastName: "Œuvrard",
  email: "helene@example.com",
  phone: "(555) 123-4567",
  organizationName: "Café Noir",
  status: "pending_approval",
});
const omar = someUser({
  id: "2",
  firstName: "Omar",
  lastName: "Haddad",
  email: "omar@example.org",
  role: "manager",
});
const lech = someUser({
  id: "3",
  firstName: "Lech",
  lastName: "Wałęsa-O’Brien",
  email: "lech@solidarity.pl",
  phone: "+33 (061) 234-5678",
});
const ids = (search: string) => searchUsers([helene, omar, lech], search).map(({ id }) => id);

test.each([
  ["HELENE", ["1"]],
  ["hélène", ["1"]],
  ["omar had", ["2"]],
  ["haddad omar", ["2"]],
  ["@example", ["1", "2"]],
  ["5551234567", ["1"]],
  ["(555) 123", ["1"]],
  ["cafe noir", ["1"]],
  ["oeuvrard", ["1"]],
  ["walesa", ["3"]],
  ["obrien", ["3"]],
  ["o'brien lech", ["3"]],
  ["O‘BRIEN", ["3"]],
  ["walesa‑obrien", ["3"]],
  ["we\u0328sa", []],
  ["0612345678", ["3"]],
  ["06.12.34.56.78", ["3"]],
  ["+33 6 12 34 56 78", ["3"]],
  ["0033 (0)6-12-34-56-78", ["3"]],
  ["٠٦١٢٣٤", ["3"]],
  ["0612345679", []],
  ["manager", ["2"]],
  ["pending approval", ["1"]],
  ["omar helene", []],
  ["   ", ["1", "2", "3"]],
])("%j finds %j", (search, found) => {
  expect(ids(search)).toEqual(found);
});

test("a longer search finds no more than a shorter one", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (search, more) => {
      const found = ids(search);
      for (const id of ids(`${search} ${more}`)) expect(found).toContain(id);
    }),
  );
});
