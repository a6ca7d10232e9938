import { Manifest } from "./manifest.ts";
import type { ActiveRelease, Registry } from "./releases.ts";
import { budgetOf, manifestConflicts, manifestProblems } from "./remote-manifest.ts";
import { entriesOf, manifestsOf, screenAt, screensOf } from "./screens.ts";
import { specifiedManifests } from "./specified-manifests.ts";

const deals: Manifest = {
  owns: ["/deals"],
  screens: [
    {
      path: "/deals",
      title: "Deals",
      access: "session",
      skeleton: "table",
      navigation: { order: 50, icon: "deal", key: "e", group: "Sales" },
    },
    { path: "/deals/:dealId", title: "Deal", access: "exportData", skeleton: "table" },
  ],
  menu: [{ label: "My deals", order: 1, icon: "deal", to: "/deals" }],
  quickActions: [{ label: "Create Deal", order: 20, icon: "deal" }],
};

/** The manifest with another value at a place such as `screens.0.title`. */
function changed(place: string, value: unknown): unknown {
  const copy = structuredClone(deals);
  const keys = place.split(".");
  const at = keys.slice(0, -1).reduce((part, key) => Reflect.get(part, key), copy as object);
  Reflect.set(at, keys.at(-1) ?? "", value);
  return copy;
}

test.each(Object.entries({ ...specifiedManifests, "mfe-deals": deals }))(
  "the manifest of %s is valid",
  (_name, manifest) => {
    expect(manifestProblems(manifest)).toEqual([]);
  },
);

test("each text may have a French translation, which browsers read too", () => {
  const [screen] = deals.screens;
  const { navigation = { order: 50, icon: "deal" } } = screen ?? {};
  const french = {
    ...deals,
    screens: [
      { ...screen, french: "Affaires", navigation: { ...navigation, group: "Sales", french: "Ventes" } },
    ],
    menu: [{ label: "My deals", french: "Mes affaires", order: 1, icon: "deal", to: "/deals" }],
    quickActions: [{ label: "Create Deal", french: "Créer une affaire", order: 20, icon: "deal" }],
  };
  expect(manifestProblems(french)).toEqual([]);
  expect(Manifest.parse(french)).toEqual(french);
});

test("a remote has the default budget, unless it states its own", () => {
  expect(budgetOf(deals)).toEqual({ scripts: 60, styles: 15.2 });
  expect(budgetOf({ ...deals, budget: { scripts: 180 } })).toEqual({ scripts: 180, styles: 15.2 });
});

const [list, one] = deals.screens;

/** What is wrong, where, and the problem's text, in which `@` is the place. */
test.each<[what: string, place: string, value: unknown, problem: string]>([
  [
    "an unknown icon",
    "screens.0.navigation.icon",
    "rocket",
    '@ holds "rocket"; it must be one of analytics, call, ',
  ],
  [
    "a budget in words",
    "budget",
    { scripts: "180 kB" },
    '@.scripts holds "180 kB"; it must be a number of kilobytes.',
  ],
  [
    "an unknown access",
    "screens.1.access",
    "boss",
    '@ holds "boss"; it must be one of public, session, admin, ',
  ],
  ["an unknown skeleton", "screens.1.skeleton", "bones", '@ holds "bones"; it must be one of call, charts,'],
  [
    "a long group",
    "screens.0.navigation.group",
    "Sales ".repeat(6),
    "it must be text of 1 to 30 characters.",
  ],
  [
    "French that is too long",
    "screens.0.french",
    "Affaires ".repeat(7),
    "it must be text of 1 to 60 characters.",
  ],
  [
    "a translation without a group",
    "screens.0.navigation",
    { order: 50, icon: "deal", french: "Ventes" },
    "@.french is that of a group; it must have a group beside it.",
  ],
  ["a missing title", "screens.0.title", undefined, "@ is missing; it must be text of 1 to 60 characters."],
  [
    "an unknown field",
    "screens.0.colour",
    "red",
    "screens[0] has colour; it may have path, title, french, access, ",
  ],
  ["a path in capitals", "screens.0.path", "/Deals", '@ holds "/Deals"; it must be a path of small letters'],
  ["the root path", "owns.0", "/", '@ holds "/"; it must be a path of small letters'],
  [
    "a path of the shell",
    "owns.1",
    "/api/deals",
    '@ holds "/api/deals"; /api and all below it is the shell\'s: choose another path.',
  ],
  [
    "a screen elsewhere",
    "screens.1.path",
    "/dealsplus",
    '@ holds "/dealsplus"; it must be one of owns (/deals) or',
  ],
  [
    "a repeated path, whatever the names of its parameters",
    "screens.2",
    { ...one, path: "/deals/:id" },
    "@.path is that of screens[1]; each screen must have its own.",
  ],
  [
    "a repeated key",
    "screens.2",
    { ...list, path: "/deals/lost" },
    "@.navigation.key is that of screens[0]; each screen must have its own.",
  ],
  [
    "a navigation entry for a path with parameters",
    "screens.1.navigation",
    { order: 1, icon: "deal" },
    '@ leads to "/deals/:dealId"; only a path without parameters can be led to.',
  ],
  [
    "an entry that leads to another remote",
    "menu.0.to",
    "/analytics",
    '@ holds "/analytics"; it must be one of the remote\'s own screens: /deals.',
  ],
])("%s is refused with the field and the remedy", (_what, place, value, problem) => {
  const [found, ...others] = manifestProblems(changed(place, value));
  expect(found).toContain(problem.replace("@", place.replace(/\.(\d)/g, "[$1]")));
  expect(others).toEqual([]);
});

test.each([undefined, "text", null, []])("%p is refused", (given) => {
  expect(manifestProblems(given)).toEqual([
    expect.stringMatching(/^It (holds|is missing).*must be an object\.$/),
  ]);
});

const release = (manifest?: Manifest) => ({ manifest }) as ActiveRelease;
const registry = (
  remotes: Record<string, Manifest | undefined>,
  canaries: Record<string, Manifest> = {},
): Registry => ({
  schema: 1,
  remotes: Object.fromEntries(Object.entries(remotes).map(([name, manifest]) => [name, release(manifest)])),
  canaries: Object.fromEntries(
    Object.entries(canaries).map(([name, manifest]) => [name, { share: 10, release: release(manifest) }]),
  ),
});

describe("between remotes", () => {
  const rival = (differences: Partial<Manifest> = {}): Manifest => ({
    owns: ["/deals/lost"],
    screens: [{ path: "/deals/lost", title: "Lost", access: "session", skeleton: "table" }],
    ...differences,
  });

  test("neither free paths nor its own are a conflict", () => {
    for (const known of [registry({}), registry({ "mfe-deals": deals })])
      expect(manifestConflicts("mfe-deals", deals, known)).toEqual([]);
  });

  const before = { ...deals, owns: ["/offers"], screens: [] };
  const analytics = rival({ owns: ["/analytics/calls"] });
  test.each<[string, Manifest, Registry, problem: string]>([
    ["another remote", rival(), registry({ "mfe-deals": deals }), "/deals/lost is mfe-deals's (/deals)."],
    [
      "its canary",
      rival(),
      registry({ "mfe-deals": before }, { "mfe-deals": deals }),
      "/deals/lost is mfe-deals's (/deals).",
    ],
    [
      "a specified one without a manifest",
      analytics,
      registry({ "mfe-analytics": undefined }),
      "/analytics/calls is mfe-analytics's (/analytics).",
    ],
    [
      "a specified one without a release",
      analytics,
      registry({}),
      "/analytics/calls is mfe-analytics's (/analytics).",
    ],
  ])("a path of %s is refused", (_whose, manifest, known, problem) => {
    expect(manifestConflicts("mfe-lost", manifest, known)).toEqual([problem]);
  });

  test("a key of another remote's screen is refused", () => {
    const [screen] = deals.screens;
    const screens = [
      { ...screen, path: "/lost", navigation: { order: 1, icon: "deal", key: "a" } },
    ] as Manifest["screens"];
    expect(manifestConflicts("mfe-lost", { owns: ["/lost"], screens }, registry({}))).toEqual([
      "The key a leads to a screen of mfe-analytics.",
    ]);
  });

  test("a release without a screen to which the shell links is refused", () => {
    const { owns, screens } = specifiedManifests["mfe-auth"] as Manifest;
    const without = { owns, screens: screens.filter(({ path }) => path !== "/login") };
    expect(manifestConflicts("mfe-auth", without, registry({}))).toEqual([
      "Nothing would be at /login, where the shell leads.",
    ]);
  });

  test("only specified remotes need no manifest", () => {
    expect(manifestConflicts("mfe-analytics", undefined, registry({ "mfe-analytics": deals }))).toEqual([]);
    expect(manifestConflicts("mfe-deals", undefined, registry({}))).toEqual([
      "mfe-deals does not say which screens it brings: it needs a remote.json.",
    ]);
  });
});

describe("the screens of a registry", () => {
  const specified = [
    ...["/login", "/register", "/verify-email", "/dashboard", "/live-call", "/analytics"],
    ...["/admin/users", "/admin/releases"],
  ];
  const pathsOf = (given: Registry | undefined) => screensOf(manifestsOf(given)).map(({ path }) => path);

  test("are the specification's without manifests, or without a registry", () => {
    expect(pathsOf(undefined)).toEqual(specified);
    expect(pathsOf(registry({ "mfe-analytics": undefined }))).toEqual(specified);
  });

  test("are those of the releases; a canary's are for its users alone", () => {
    const given = registry({ "mfe-analytics": undefined }, { "mfe-analytics": deals });
    expect(pathsOf(given)).toEqual(specified);
    const chosen = manifestsOf(
      given,
      (known, name) => known?.canaries?.[name]?.release ?? known?.remotes[name],
    );
    expect(screensOf(chosen).map(({ path }) => path)).toEqual([
      ...specified.map((path) => (path === "/analytics" ? "/deals" : path)),
      "/deals/:dealId",
    ]);
  });

  test("are found by path as the router does, those without parameters first", () => {
    const won = { path: "/deals/won", title: "Won", access: "session", skeleton: "table" };
    const screens = screensOf(new Map([["mfe-deals", { ...deals, screens: [...deals.screens, won] }]]));
    const titleAt = (path: string) => screenAt(screens, path)?.title;
    expect(
      ["/deals", "/DEALS/", "/deals/7", "/deals/won", "/deals/7/notes", "/", "/dealsx"].map(titleAt),
    ).toEqual([...["Deals", "Deals", "Deal", "Won"], ...[undefined, undefined, undefined]]);
  });

  test("entries are sorted, without those whose screen is not accessible", () => {
    const manifests = manifestsOf(registry({ "mfe-deals": { ...deals, quickActions: deals.menu } }));
    const isOpen = ({ path }: { path: string }) => path !== "/analytics";
    expect(entriesOf(manifests, "quickActions", isOpen).map(({ label }) => label)).toEqual([
      "My deals",
      "Start New Call",
      "Create Deal",
      "Schedule Meeting",
    ]);
  });
});
