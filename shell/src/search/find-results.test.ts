import {
  type CallSummary,
  type FoundText,
  type Manifest,
  type Role,
  type RouteEntry,
  screensOf,
  specifiedManifests,
} from "@souffleur/contracts";
import { formatDateTime } from "@souffleur/shared-ui";
import { someUser } from "@souffleur/shared-ui/testing";
import { findResults } from "./find-results.ts";

const deals: Manifest = {
  owns: ["/deals"],
  screens: [
    {
      path: "/deals",
      title: "Deals",
      access: "session",
      skeleton: "table",
      navigation: { order: 50, icon: "deal", group: "Sales" },
    },
    { path: "/deals/archive", title: "Old agreements", access: "session", skeleton: "table" },
    { path: "/deals/:dealId", title: "Deal", access: "session", skeleton: "table" },
    { path: "/deals/export", title: "Export deals", access: "exportData", skeleton: "table" },
  ],
};
const screens: RouteEntry[] = screensOf(
  new Map(Object.entries({ ...specifiedManifests, "mfe-deals": deals })),
);
const call = {
  callId: "call-1",
  sessionId: "5f0c7a3e-6f0e-4f0c-9a53-000000000000",
  startedAt: "2026-01-05T09:00:00.000Z",
  source: "telephony" as const,
  agentName: "Hugo Lambert",
  customer: { name: "Hélène Dubois", number: "+33612345678" },
};
const person = someUser({ firstName: "Anaïs", lastName: "Petit", email: "anais+x@lumiere.example" });

interface Differences extends Partial<Parameters<typeof findResults>[1]> {
  role?: Role;
}

const search = (text: string, { role = "agent", ...others }: Differences = {}) =>
  findResults(text, {
    viewer: { user: someUser({ role }), organization: { id: "org", name: "Lumière", industryType: "media" } },
    path: "/dashboard",
    screens,
    commands: [],
    preferences: [],
    actions: [
      { label: "Create Deal", order: 1, icon: "deal" },
      { label: "Start New Call", order: 2, icon: "call", to: "/live-call" },
    ],
    call: undefined,
    calls: [],
    customers: [],
    people: [],
    recent: [],
    ...others,
  });
const labels = (...asked: Parameters<typeof search>) =>
  Object.fromEntries(search(...asked).map(([kind, results]) => [kind, results.map(({ label }) => label)]));

test("screens are found by words of their title, path and group, regardless of case and accents", () => {
  expect(labels("liv")).toEqual({ Screens: ["Live Call"] });
  expect(labels("CALL lïve").Screens).toEqual(["Live Call"]);
  expect(labels("archive").Screens).toEqual(["Old agreements"]);
  expect(labels("sales").Screens).toEqual(["Deals"]);
  expect(labels("ive")).toEqual({});
  expect(labels("live deals")).toEqual({});
});

test("matches in titles come before matches in paths, then recently chosen screens, then the bar's order", () => {
  expect(labels("deal").Screens).toEqual(["Deals", "Old agreements"]);
  expect(labels("deal", { recent: ["/deals/archive"] }).Screens).toEqual(["Deals", "Old agreements"]);
  const recent = ["/analytics", "/deals/archive", "/gone"];
  expect(labels("a", { recent }).Screens).toEqual(["Analytics", "Old agreements"]);
  expect(labels("", { recent }).Screens).toEqual([
    "Analytics",
    "Old agreements",
    "Dashboard",
    "Live Call",
    "Deals",
  ]);
});

test("only screens that the user may open are found, without public ones and those with a parameter", () => {
  expect(labels("deals", { role: "agent" }).Screens).not.toContain("Export deals");
  expect(labels("deals", { role: "analyst" }).Screens).toContain("Export deals");
  expect(labels("user")).toEqual({});
  expect(labels("user", { role: "manager" }).Screens).toEqual(["User Management"]);
  expect(labels("releases", { role: "admin" })).toEqual({});
  expect(labels("sign in")).toEqual({});
});

test("only actions with a target are found", () => {
  expect(labels("start").Actions).toEqual(["Start New Call"]);
  expect(labels("create")).toEqual({});
  expect(labels("").Actions).toBeUndefined();
});

test("commands come before screens, also without a text; preferences only where a text asks for them", () => {
  const run = () => {};
  const commands = [
    { label: "Ask for help", icon: "help", keys: ["h"], run },
    { label: "End Call", icon: "call", run },
  ];
  const preferences = [{ label: "Theme: Dark", icon: "settings", run }];
  const found = search("", { commands, preferences });
  expect(found.map(([kind]) => kind)).toEqual(["Commands", "Screens"]);
  expect(found[0]?.[1]).toEqual(commands);
  expect(labels("call", { commands, preferences })).toEqual({
    Commands: ["End Call"],
    Screens: ["Live Call"],
    Actions: ["Start New Call"],
  });
  expect(labels("dark theme", { commands, preferences })).toEqual({ Commands: ["Theme: Dark"] });
});

test("what another screen does is offered for a text alone: Enter in an empty field starts nothing there", () => {
  const commands = [{ label: "Practice: Renewal", icon: "call", to: "/live-call", run: () => {} }];
  expect(labels("", { commands }).Commands).toBeUndefined();
  expect(labels("pra", { commands }).Commands).toEqual(["Practice: Renewal"]);
  expect(labels("", { commands, path: "/live-call" }).Commands).toEqual(["Practice: Renewal"]);
});

test("a new call leads to the button that starts one", () => {
  expect(search("new call").at(-1)?.[1]).toEqual([
    { label: "Start New Call", icon: "call", to: "/live-call", state: { newCall: true } },
  ]);
});

test("the running call is found by client, number and agent", () => {
  for (const text of ["helene", "+3361", "hugo", ""])
    expect(search(text, { call }).find(([kind]) => kind === "Calls")?.[1]).toEqual([
      { label: "Call with Hélène Dubois", icon: "call", note: "+33612345678", to: "/live-call" },
    ]);
  expect(labels("claire", { call })).toEqual({});
});

test("stored calls link to the line that contains the words, as the server found them", () => {
  const kept: CallSummary = {
    callId: "call-2",
    agentId: "user-1",
    agentName: "Hugo Lambert",
    customer: { name: "Jo Li" },
    source: "telephony",
    status: "ended",
    startedAt: "2026-03-12T09:30:00.000Z",
    lines: 40,
    suggestionsUsed: 0,
  };
  const at = formatDateTime(kept.startedAt);
  const notes: FoundText = { place: "notes", text: "Remise", marks: [{ from: 0, to: 6 }] };
  const line: FoundText = { ...notes, place: "line", seq: 12, sender: "agent", text: "Une remise" };
  const calls = [
    { ...kept, outcome: "too_expensive" as const, found: [notes, line] },
    { ...kept, callId: "call/3", found: [notes] },
  ];
  expect(search("remises", { calls })).toEqual([
    [
      "Calls",
      [
        {
          label: "Call with Jo Li",
          note: `${at} · Hugo Lambert · Too expensive`,
          line: "Une remise",
          marks: [{ from: 0, to: 6 }],
          icon: "call",
          to: "/analytics/calls/call-2#line-12",
        },
        {
          label: "Call with Jo Li",
          note: `${at} · Hugo Lambert · To wrap up`,
          icon: "call",
          to: "/analytics/calls/call%2F3",
        },
      ],
    ],
  ]);
});

test("customers and people come before calls, and a customer leads to their page", () => {
  const customer = { id: "c/1", name: "Ana Vasseur", company: "Brunel", numbers: ["+33 6 12 34 56 78"] };
  const customers = [
    { ...customer, emails: [], tags: [], notes: "", revision: 1, createdAt: "", updatedAt: "" },
  ];
  const found = search("ana", { customers, people: [person], call, role: "manager" });
  expect(found.map(([kind]) => kind)).toEqual(["Screens", "Customers", "People"]);
  expect(found[1]?.[1]).toEqual([
    {
      label: "Ana Vasseur",
      note: "Brunel · +33 6 12 34 56 78",
      icon: "user",
      to: "/live-call/customers/c%2F1",
    },
  ]);
});

test("people link to a search for their address in the user management, for users who may open it", () => {
  expect(search("ana", { people: [person], role: "manager" }).at(-1)).toEqual([
    "People",
    [
      {
        label: "Anaïs Petit",
        note: "anais+x@lumiere.example",
        icon: "user",
        to: "/admin/users?tab=all&q=anais%2Bx%40lumiere.example",
      },
    ],
  ]);
  expect(labels("ana", { people: [person], role: "agent" }).People).toBeUndefined();
});
