import { type Manifest, type Role, screensOf, specifiedManifests } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import { countFitting, currentEntry, groupsOf, type NavigationEntry, navigationFor } from "./navigation.ts";

const viewer = (role: Role, organization = "its own") => ({
  user: someUser({ role }),
  organization:
    organization === "its own" ? { id: "org", name: "Lumière", industryType: "media" as const } : null,
});
const titles = (who: ReturnType<typeof viewer>, more: Record<string, Manifest> = {}) =>
  navigationFor(screensOf(new Map(Object.entries({ ...specifiedManifests, ...more }))), who).map(
    ({ title }) => title,
  );

test.each([
  ["/live-call", "/live-call"],
  ["/live-call/desk", "/live-call/desk"],
  ["/analytics/calls/call-1", "/analytics/calls"],
  ["/analytics/other", "/analytics"],
  ["/analytics-of-others", undefined],
])("at %s the current link is %p alone", (pathname, current) => {
  const entries = ["/live-call", "/live-call/desk", "/analytics", "/analytics/calls"].map((path) => ({
    path,
  }));
  expect(currentEntry(entries, pathname)?.path).toBe(current);
});

test.each<[Role, string[]]>([
  ["agent", []],
  ["supervisor", []],
  ["manager", ["User Management"]],
  ["admin", ["User Management"]],
])("a %s gets the dashboard, the live call, the analytics, and %j", (role, more) => {
  expect(titles(viewer(role)).slice(0, 3)).toEqual(["Dashboard", "Live Call", "Analytics"]);
  expect(titles(viewer(role)).filter((title) => title === "User Management")).toEqual(more);
});

/** A remote with one screen, after the dashboard. */
const brought = (access: string): Record<string, Manifest> => ({
  "mfe-deals": {
    owns: ["/deals"],
    screens: [
      { path: "/deals", title: "Deals", access, skeleton: "table", navigation: { order: 15, icon: "deal" } },
    ],
  },
});

test("a remote's screen is at its place in the navigation", () => {
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

test.each<[access: string, Role, organization: string, isShown: boolean]>([
  ["platform", "admin", "none", true],
  ["platform", "manager", "none", false],
  ["viewAllCalls", "supervisor", "its own", true],
  ["viewAllCalls", "admin", "none", false],
])(
  "a screen with the access %s is shown to a %s, whose organization is %s: %s",
  (access, role, organization, isShown) => {
    expect(titles(viewer(role, organization), brought(access)).includes("Deals")).toBe(isShown);
  },
);

test.each([
  [4, 412, false, 4],
  [4, 411, false, 3],
  [4, 372, false, 3],
  [4, 371, false, 2],
  [50, 411, false, 3],
  [50, 0, false, 0],
  [0, 0, false, 0],
  [4, 476, true, 4],
  [4, 475, true, 3],
])("of %i links in %i px, where More is shown in any case: %s, %i fit", (links, room, hasMore, fit) => {
  expect(countFitting(Array<number>(links).fill(100), { room, gap: 4, more: 60, hasMore })).toBe(fit);
});

test("entries without a group come first, then the groups in the order of their first entries", () => {
  const entry = (title: string, group?: string): NavigationEntry => ({
    path: `/${title}`,
    title,
    access: "session",
    skeleton: "table",
    remote: "mfe-deals",
    navigation: { order: 1, icon: "deal", ...(group !== undefined && { group }) },
  });
  const entries = [entry("a", "Sales"), entry("b"), entry("c", "Help"), entry("d", "Sales")];
  expect(groupsOf(entries).map(([group, members]) => [group, members.map(({ title }) => title)])).toEqual([
    [undefined, ["b"]],
    ["Sales", ["a", "d"]],
    ["Help", ["c"]],
  ]);
  expect(groupsOf([])).toEqual([]);
});
