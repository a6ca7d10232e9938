import { type Manifest, type Role, screensOf, specifiedManifests } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import { navigationFor, roleLabel } from "./navigation.ts";

const viewer = (role: Role, organization = "its own") => ({
  user: someUser({ role }),
  organization:
    organization === "its own" ? { id: "org", name: "Lumière", industryType: "media" as const } : null,
});
const titles = (who: ReturnType<typeof viewer>, more: Record<string, Manifest> = {}) =>
  navigationFor(screensOf(new Map(Object.entries({ ...specifiedManifests, ...more }))), who).map(
    ({ title }) => title,
  );

test("everyone gets the dashboard, the live call and the analytics", () => {
  expect(titles(viewer("agent"))).toEqual(["Dashboard", "Live Call", "Analytics"]);
  expect(titles(viewer("supervisor"))).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("admins and managers get the user management too", () => {
  expect(titles(viewer("admin"))).toContain("User Management");
  expect(titles(viewer("manager"))).toContain("User Management");
});

/** A remote whose one screen stands after the dashboard. */
const brought = (access: string): Record<string, Manifest> => ({
  "mfe-deals": {
    owns: ["/deals"],
    screens: [
      { path: "/deals", title: "Deals", access, skeleton: "table", navigation: { order: 15, icon: "deal" } },
    ],
  },
});

test("a screen that a remote brings stands in its place", () => {
  expect(titles(viewer("agent"), brought("session"))).toEqual([
    "Dashboard",
    "Deals",
    "Live Call",
    "Analytics",
  ]);
});

test.each<[access: string, roles: Role[]]>([
  ["viewAllCalls", ["admin", "manager", "supervisor", "analyst"]],
  ["exportData", ["admin", "manager", "analyst"]],
  ["manageSettings", ["admin"]],
  ["admin", ["admin", "manager"]],
  ["platform", []],
  ["a word of tomorrow", []],
])("a screen with the access %s is shown to %p", (access, roles) => {
  const all: Role[] = ["admin", "manager", "supervisor", "analyst", "agent"];
  expect(all.filter((role) => titles(viewer(role), brought(access)).includes("Deals"))).toEqual(roles);
});

test("a screen of the platform is shown to administrators of no organization alone", () => {
  expect(titles(viewer("admin", "none"), brought("platform"))).toContain("Deals");
  expect(titles(viewer("manager", "none"), brought("platform"))).not.toContain("Deals");
});

test("a role is shown capitalized, and a missing one as Agent", () => {
  expect(roleLabel("supervisor")).toBe("Supervisor");
  expect(roleLabel("agent")).toBe("Agent");
  expect(roleLabel(undefined)).toBe("Agent");
});
