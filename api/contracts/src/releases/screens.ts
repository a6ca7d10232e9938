import type { ActionEntry, Manifest, Screen } from "./manifest.ts";
import type { PageRegistry } from "./releases.ts";
import { specifiedManifests } from "./specified-manifests.ts";

/** A screen and its remote. */
export type RouteEntry = Screen & { readonly remote: string };

type Named = { readonly manifest?: Manifest | undefined };
type Choose = (registry: PageRegistry | undefined, name: string) => Named | undefined;

const active: Choose = (registry, name) => registry?.remotes[name];

/** The manifest of each remote: that of the release that `choose` returns, or the specified one. */
export function manifestsOf(registry: PageRegistry | undefined, choose = active): Map<string, Manifest> {
  const names = new Set([...Object.keys(specifiedManifests), ...Object.keys(registry?.remotes ?? {})]);
  return new Map(
    [...names].flatMap((name) => {
      const manifest = choose(registry, name)?.manifest ?? specifiedManifests[name];
      return manifest === undefined ? [] : [[name, manifest] as const];
    }),
  );
}

/** All screens; those with parameters last, because they match the paths of others. */
export function screensOf(manifests: ReadonlyMap<string, Manifest>): RouteEntry[] {
  const screens = [...manifests].flatMap(([remote, manifest]) =>
    manifest.screens.map((screen) => ({ ...screen, remote })),
  );
  return screens.sort((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")));
}

/** The screen at a path, ignoring case and trailing slashes, as the router does. */
export function screenAt(screens: readonly RouteEntry[], pathname: string): RouteEntry | undefined {
  return screens.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/*$`, "i").test(pathname));
}

/** More would be fetched in vain: the others load when the pointer is over their entry. */
const aheadMax = 4;

/** The remotes that a page prefetches: those of the first screens in the navigation. */
export function remotesAhead(screens: readonly RouteEntry[]): string[] {
  const ordered = screens
    .flatMap(({ remote, navigation }) => (navigation === undefined ? [] : [{ remote, ...navigation }]))
    .sort((a, b) => a.order - b.order);
  return [...new Set(ordered.map(({ remote }) => remote))].slice(0, aheadMax);
}

/** The entries of one kind in order, without those whose screen is not accessible. */
export function entriesOf(
  manifests: ReadonlyMap<string, Manifest>,
  kind: "menu" | "quickActions",
  isOpen: (screen: RouteEntry) => boolean,
): ActionEntry[] {
  const open = new Set(
    screensOf(manifests)
      .filter(isOpen)
      .map(({ path }) => path),
  );
  return [...manifests.values()]
    .flatMap((manifest) => manifest[kind] ?? [])
    .filter(({ to }) => to === undefined || open.has(to))
    .sort((a, b) => a.order - b.order);
}
