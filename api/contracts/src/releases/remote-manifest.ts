import * as z from "zod";
import type { Capability } from "../roles.ts";
import type { ActionEntry, Manifest } from "./manifest.ts";
import type { Registry } from "./releases.ts";
import { manifestsOf, screenAt, screensOf } from "./screens.ts";

/** The icons of entries, by their meaning. */
const icons = [
  "analytics",
  "call",
  "conversation",
  "dashboard",
  "data",
  "deal",
  "floor",
  "help",
  "mail",
  "meeting",
  "playbook",
  "releases",
  "revenue",
  "search",
  "settings",
  "user",
  "users",
] as const;
export type EntryIcon = (typeof icons)[number];

/** The placeholders that are shown while a screen's bundle is loading. */
const skeletons = ["call", "charts", "dashboard", "figures-and-table", "form", "table"] as const;
export type SkeletonKind = (typeof skeletons)[number];

const capabilities = {
  manageUsers: true,
  viewAnalytics: true,
  viewAllCalls: true,
  manageSettings: true,
  exportData: true,
  coach: true,
} satisfies Record<Capability, true>;

/** Paths that the API and the shell serve, with all paths below them. */
const shellPaths = [
  "/api",
  "/assets",
  "/dev",
  "/health",
  "/metrics",
  "/remote-override",
  "/remote-preview",
  "/remotes",
  "/socket.io",
];
/** Paths to which the shell itself links. */
const wantedPaths = ["/login", "/dashboard"];

const text = (most: number) => {
  const error = `must be text of 1 to ${most} characters`;
  return z.string({ error }).min(1, { error }).max(most, { error });
};
const matching = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `must be one of ${names.join(", ")}` });
const list = <Item extends z.ZodType>(item: Item) => z.array(item, { error: "must be a list" });
const fields = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `may have ${Object.keys(shape).join(", ")}` : "must be an object",
  });

const order = z.number({ error: "must be a number: entries stand in its order" });
const icon = oneOf(icons);
const prefix = matching(
  /^(\/[a-z0-9][a-z0-9-]*)+$/,
  "must be a path of small letters, digits and hyphens, such as /deals",
);
const screenPath = matching(
  /^(\/([a-z0-9][a-z0-9-]*|:[a-zA-Z]\w*))+$/,
  "must be a path of small letters, digits and hyphens, such as /deals or /deals/:dealId",
);
/** Kilobytes of 1000 bytes, gzipped, as a server without brotli sends them. */
const kilobytes = z.number({ error: "must be a number of kilobytes" }).positive({
  error: "must be a number of kilobytes",
});
/** The default budget of a remote's first screen. Its styles are measured together with the shell's. */
const usualBudget = { scripts: 60, styles: 15.2 };
const entry = fields({
  label: text(40),
  french: text(40).optional(),
  order,
  icon,
  to: screenPath.optional(),
});

/** The schema of `remote.json`. */
const RemoteManifest = fields({
  owns: list(prefix).min(1, { error: "must name at least one path" }),
  screens: list(
    fields({
      path: screenPath,
      title: text(60),
      french: text(60).optional(),
      access: oneOf(["public", "session", "admin", "platform", ...Object.keys(capabilities)]),
      skeleton: oneOf(skeletons),
      navigation: fields({
        order,
        icon,
        key: matching(/^[a-z]$/, "must be one small letter").optional(),
        more: z.boolean({ error: "must be true or false" }).optional(),
        group: text(30).optional(),
        french: text(30).optional(),
      }).optional(),
    }),
  ).min(1, { error: "must name at least one screen" }),
  menu: list(entry).optional(),
  quickActions: list(entry).optional(),
  /** Replaces the default budget; browsers do not read it. */
  budget: fields({ scripts: kilobytes }).optional(),
}) satisfies z.ZodType<Manifest>;

/** The budget of a remote's first screen in kilobytes, from its `remote.json`. */
export function budgetOf(given: unknown): typeof usualBudget {
  return { ...usualBudget, ...RemoteManifest.safeParse(given).data?.budget };
}

/** The problems of a `remote.json`, in sentences that name the field and its allowed values. */
export function manifestProblems(given: unknown): string[] {
  const parsed = RemoteManifest.safeParse(given, { reportInput: true });
  if (parsed.success) return contradictions(parsed.data);
  return parsed.error.issues.map((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.join(", ") : undefined;
    const held = issue.input === undefined ? "is missing" : `holds ${JSON.stringify(issue.input)}`;
    return `${fieldName(issue.path)} ${unknown === undefined ? held : `has ${unknown}`}; it ${issue.message}.`;
  });
}

/** Contradictions within a manifest, or with the shell. */
function contradictions({ owns, screens, menu = [], quickActions = [] }: Manifest): string[] {
  const plainPaths = screens.map(({ path }) => path).filter((path) => !path.includes(":"));
  const unreachable = (name: string, entries: readonly ActionEntry[]) =>
    entries.flatMap(({ to }, at) =>
      to === undefined || plainPaths.includes(to)
        ? []
        : [
            `${name}[${at}].to holds "${to}"; it must be one of the remote's own screens: ${plainPaths.join(", ")}.`,
          ],
    );
  return [
    ...owns.flatMap((path, at) => {
      const taken = shellPaths.find((own) => overlap(own, path));
      return taken === undefined
        ? []
        : [`owns[${at}] holds "${path}"; ${taken} and all below it is the shell's: choose another path.`];
    }),
    ...screens.flatMap(({ path, navigation }, at) => [
      ...(owns.some((own) => isBelow(path, own))
        ? []
        : [`screens[${at}].path holds "${path}"; it must be one of owns (${owns.join(", ")}) or below it.`]),
      ...(navigation !== undefined && path.includes(":")
        ? [`screens[${at}].navigation leads to "${path}"; only a path without parameters can be led to.`]
        : []),
      ...(navigation?.french !== undefined && navigation.group === undefined
        ? [`screens[${at}].navigation.french is that of a group; it must have a group beside it.`]
        : []),
    ]),
    ...repeated(screens.map(({ path }) => path.replace(/:\w+/g, ":"))).map(
      ([at, first]) => `screens[${at}].path is that of screens[${first}]; each screen must have its own.`,
    ),
    ...repeated(screens.map(({ navigation }) => navigation?.key)).map(
      ([at, first]) =>
        `screens[${at}].navigation.key is that of screens[${first}]; each screen must have its own.`,
    ),
    ...unreachable("menu", menu),
    ...unreachable("quickActions", quickActions),
  ];
}

/**
 * The conflicts of a release with other live releases and canaries.
 * @param manifest undefined for a release from before manifests
 */
export function manifestConflicts(
  name: string,
  manifest: Manifest | undefined,
  registry: Registry,
): string[] {
  const { remotes, canaries = {} } = registry;
  const { [name]: _, ...others } = remotes;
  const before = manifestsOf({ ...registry, remotes: others });
  const own = manifest ?? before.get(name);
  if (own === undefined) return [`${name} does not say which screens it brings: it needs a remote.json.`];
  const neighbours = [
    ...before,
    ...Object.entries(canaries).flatMap(([other, { release }]) =>
      release.manifest === undefined ? [] : [[other, release.manifest] as const],
    ),
  ].filter(([other]) => other !== name);
  const problems = neighbours.flatMap(([other, theirs]) => [
    ...own.owns.flatMap((path) =>
      theirs.owns.filter((taken) => overlap(path, taken)).map((taken) => `${path} is ${other}'s (${taken}).`),
    ),
    ...keysOf(own)
      .filter((key) => keysOf(theirs).includes(key))
      .map((key) => `The key ${key} leads to a screen of ${other}.`),
  ]);
  const screens = screensOf(new Map([...before, [name, own]]));
  const lost = wantedPaths.filter((path) => screenAt(screens, path) === undefined);
  return [...new Set(problems), ...lost.map((path) => `Nothing would be at ${path}, where the shell leads.`)];
}

function keysOf({ screens }: Manifest): string[] {
  return screens.flatMap(({ navigation }) => navigation?.key ?? []);
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function overlap(one: string, other: string): boolean {
  return isBelow(one, other) || isBelow(other, one);
}

/** The positions of repeated values, each with the position of the first one. */
function repeated(values: readonly (string | undefined)[]): [at: number, first: number][] {
  return values.flatMap((value, at) => {
    const first = values.indexOf(value);
    return value === undefined || first === at ? [] : [[at, first] as [number, number]];
  });
}

/** `screens[0].navigation.icon` */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return name === "" ? "It" : name.replace(/^\./, "");
}
