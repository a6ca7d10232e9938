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
const ids = (search: string) => searchUsers([helene, omar], search).map(({ id }) => id);

test.each([
  ["HELENE", ["1"]],
  ["hélène", ["1"]],
  ["omar had", ["2"]],
  ["haddad omar", ["2"]],
  ["@example", ["1", "2"]],
  ["5551234567", ["1"]],
  ["(555) 123", ["1"]],
  ["cafe noir", ["1"]],
  ["manager", ["2"]],
  ["pending approval", ["1"]],
  ["omar helene", []],
  ["   ", ["1", "2"]],
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
