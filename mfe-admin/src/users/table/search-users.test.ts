import { someUser } from "@souffleur/shared-ui/testing";
import fc from "fast-check";
import { readAhead, searchUsers } from "./search-users.ts";

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

describe("texts read ahead", () => {
  const waiting: IdleRequestCallback[] = [];
  /** Lets the page be idle for as many looks at the clock. */
  const idle = (looks: number) => {
    let left = looks;
    waiting.shift()?.({ didTimeout: false, timeRemaining: () => left-- });
  };
  beforeAll(() => {
    Object.assign(globalThis, {
      requestIdleCallback: (read: IdleRequestCallback) => waiting.push(read),
      cancelIdleCallback: () => waiting.pop(),
    });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "requestIdleCallback");
    Reflect.deleteProperty(globalThis, "cancelIdleCallback");
  });

  test("are those of all users, in pieces of idle time, and a search finds by them", () => {
    let read = 0;
    const users = Array.from({ length: 120 }, (_, n) => ({
      ...someUser({ id: String(n), lastName: `Person ${n}` }),
      get email() {
        read += 1;
        return `person-${n}@example.com`;
      },
    }));
    readAhead(users);
    idle(1);
    expect(read).toBe(50);
    idle(2);
    expect(read).toBe(120);
    expect(waiting).toEqual([]);
    expect(searchUsers(users, "person-119").map(({ id }) => id)).toEqual(["119"]);
    expect(read).toBe(120);
  });

  test("end when the list goes", () => {
    readAhead([helene])();
    expect(waiting).toEqual([]);
  });
});
