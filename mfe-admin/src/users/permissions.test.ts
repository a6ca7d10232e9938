import { AccountStatus, isAdmin, Role, type User } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import fc from "fast-check";
import { tabs } from "./list-state.ts";
import { actionsFor, isPlatformAdmin } from "./permissions.ts";

const admin = someUser({ id: "caller", role: "admin" });
const manager = someUser({ id: "caller", role: "manager" });
const users: fc.Arbitrary<User> = fc
  .record({
    id: fc.constantFrom("one", "other"),
    role: fc.constantFrom(...Role.options),
    status: fc.constantFrom(...AccountStatus.options),
  })
  .map(someUser);
const onTab = fc.constantFrom(...tabs);

test("pending users can be approved and rejected on the Pending Approval tab only", () => {
  const waiting = someUser({ status: "pending_approval" });
  expect(actionsFor(admin, waiting, "pending")).toEqual(["approve", "reject"]);
  expect(actionsFor(admin, waiting, "all")).toEqual([]);
});

test.each(["all", "active"] as const)(
  "on the tab %s the active can be deactivated, the inactive reactivated",
  (tab) => {
    expect(actionsFor(admin, someUser({ status: "active" }), tab)).toEqual(["deactivate"]);
    expect(actionsFor(admin, someUser({ status: "inactive" }), tab)).toEqual(["reactivate"]);
  },
);

test("a manager changes agents, but neither an admin nor another manager", () => {
  expect(actionsFor(manager, someUser({ role: "agent" }), "all")).toEqual(["deactivate"]);
  expect(actionsFor(manager, someUser({ role: "admin" }), "all")).toEqual([]);
  expect(actionsFor(manager, someUser({ role: "manager" }), "all")).toEqual([]);
  expect(actionsFor(admin, someUser({ role: "manager" }), "all")).toEqual(["deactivate"]);
});

test("there is no button for one's own account", () => {
  fc.assert(
    fc.property(users, onTab, (user, tab) => {
      expect(actionsFor(user, user, tab)).toEqual([]);
    }),
  );
});

test("without the right to manage users there is no button", () => {
  fc.assert(
    fc.property(
      users.filter(({ role }) => !isAdmin(role)),
      users,
      onTab,
      (caller, target, tab) => {
        expect(actionsFor(caller, target, tab)).toEqual([]);
      },
    ),
  );
});

test("only pending, active and inactive accounts have buttons", () => {
  fc.assert(
    fc.property(users, onTab, (target, tab) => {
      fc.pre(!["pending_approval", "active", "inactive"].includes(target.status));
      expect(actionsFor(admin, target, tab)).toEqual([]);
    }),
  );
});

test("an admin without an organization is a platform administrator", () => {
  expect(isPlatformAdmin(admin, null)).toBe(true);
  expect(isPlatformAdmin(admin, { id: "org", name: "Acme" })).toBe(false);
  expect(isPlatformAdmin(manager, null)).toBe(false);
});
