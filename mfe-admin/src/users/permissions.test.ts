import { AccountStatus, isAdmin, isPlatformAdmin, Role, type User } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import fc from "fast-check";
import { actionsFor, mayChangeRole } from "./permissions.ts";
import { tabs } from "./table/tabs.ts";

const admin = someUser({ id: "caller", role: "admin" });
const users: fc.Arbitrary<User> = fc
  .record({
    id: fc.constantFrom("one", "other"),
    role: fc.constantFrom(...Role.options),
    status: fc.constantFrom(...AccountStatus.options),
  })
  .map(someUser);
const onTab = fc.constantFrom(...tabs);

test("a button is for those who manage users, on another account that is pending, active or inactive", () => {
  fc.assert(
    fc.property(users, users, onTab, (caller, target, tab) => {
      const isDecided = ["pending_approval", "active", "inactive"].includes(target.status);
      if (caller.id === target.id || !isAdmin(caller.role) || !isDecided)
        expect(actionsFor(caller, target, tab)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("the role of one's own account, of a manager's equals and of accounts that were not approved stays", () => {
  fc.assert(
    fc.property(users, users, onTab, (caller, target, tab) => {
      const isOpen = mayChangeRole(caller, { ...target, organizationName: "Acme" }, tab);
      const isTeam = !isAdmin(target.role);
      const mayManage = caller.role === "admin" || (caller.role === "manager" && isTeam);
      const isApproved = target.status === "active" || target.status === "inactive";
      expect(isOpen).toBe(caller.id !== target.id && mayManage && isApproved && tab !== "pending");
    }),
  );
});

test("a platform administrator has no other role", () => {
  const other = someUser({ id: "other", role: "admin" });
  expect(mayChangeRole(admin, other, "all")).toBe(false);
});

test("an admin without an organization is a platform administrator", () => {
  expect(isPlatformAdmin("admin", null)).toBe(true);
  expect(isPlatformAdmin("admin", { id: "org", name: "Acme" })).toBe(false);
  expect(isPlatformAdmin("manager", null)).toBe(false);
});
