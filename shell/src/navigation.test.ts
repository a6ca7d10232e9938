import { navigationFor, roleLabel } from "./navigation.ts";

const titles = (role: Parameters<typeof navigationFor>[0]) => navigationFor(role).map(({ title }) => title);

test("everyone gets the dashboard, the live call and the analytics", () => {
  expect(titles("agent")).toEqual(["Dashboard", "Live Call", "Analytics"]);
  expect(titles("supervisor")).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("admins and managers get the user management too", () => {
  expect(titles("admin")).toContain("User Management");
  expect(titles("manager")).toContain("User Management");
});

test("a role is shown capitalized, and a missing one as Agent", () => {
  expect(roleLabel("supervisor")).toBe("Supervisor");
  expect(roleLabel("agent")).toBe("Agent");
  expect(roleLabel(undefined)).toBe("Agent");
});
