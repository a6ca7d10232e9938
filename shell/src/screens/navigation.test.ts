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

test("everyone gets the dashboard, the live call and the analytics", () => {
  expect(titles(viewer("agent"))).toEqual(["Dashboard", "Live Call", "Analytics"]);
  expect(titles(viewer("supervisor"))).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("admins and managers get the user management too", () => {
  expect(titles(viewer("admin"))).toContain("User Management");
  expect(titles(viewer("manager"))).toContain("User Management");
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

test("a screen of the platform is shown only to administrators without an organization", () => {
  expect(titles(viewer("admin", "none"), brought("platform"))).toContain("Deals");
  expect(titles(viewer("manager", "none"), brought("platform"))).not.toContain("Deals");
});

/** Links of 100 px in a row with gaps of 4. */
const fitting = (links: number, room: number) =>
  countFitting(Array<number>(links).fill(100), { room, gap: 4, more: 60, hasMore: false });

test("those who view all calls get the screens of conversations, unless they have no organization", () => {
  expect(titles(viewer("supervisor"), brought("viewAllCalls"))).toContain("Deals");
  expect(titles(viewer("admin", "none"), brought("viewAllCalls"))).not.toContain("Deals");
});

test("More takes its room where it is shown in any case", () => {
  const widths = Array<number>(4).fill(100);
  expect(countFitting(widths, { room: 476, gap: 4, more: 60, hasMore: true })).toBe(4);
  expect(countFitting(widths, { room: 475, gap: 4, more: 60, hasMore: true })).toBe(3);
});

test("a row has as many links as fit, with More if not all of them fit", () => {
  expect(fitting(4, 412)).toBe(4);
  expect(fitting(4, 411)).toBe(3);
  expect(fitting(4, 372)).toBe(3);
  expect(fitting(4, 371)).toBe(2);
  expect(fitting(50, 411)).toBe(3);
  expect(fitting(50, 0)).toBe(0);
  expect(fitting(0, 0)).toBe(0);
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
