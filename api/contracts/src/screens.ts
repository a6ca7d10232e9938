import type { ActionEntry, Manifest, Screen } from "./manifest.ts";
import type { PageRegistry } from "./releases.ts";
import { specifiedManifests } from "./specified-manifests.ts";

/** A screen, and the remote that brings it. */
export type RouteEntry = Screen & { readonly remote: string };

type Named = { readonly manifest?: Manifest | undefined };
type Choose = (registry: PageRegistry | undefined, name: string) => Named | undefined;

const active: Choose = (registry, name) => registry?.remotes[name];

/** What each remote brings: the release that `choose` finds says so; one from before releases did brings what it had. */
export function manifestsOf(registry: PageRegistry | undefined, choose = active): Map<string, Manifest> {
  const names = new Set([...Object.keys(specifiedManifests), ...Object.keys(registry?.remotes ?? {})]);
  return new Map(
    [...names].flatMap((name) => {
      const manifest = choose(registry, name)?.manifest ?? specifiedManifests[name];
      return manifest === undefined ? [] : [[name, manifest] as const];
    }),
  );
}

/** All screens; those whose path has parameters last, as they match what the others are. */
export function screensOf(manifests: ReadonlyMap<string, Manifest>): RouteEntry[] {
  const screens = [...manifests].flatMap(([remote, manifest]) =>
    manifest.screens.map((screen) => ({ ...screen, remote })),
  );
  return screens.sort((a, b) => Number(a.path.includes(":")) - Number(b.path.includes(":")));
}

/** The screen at a path as the router reads it: in capitals too, and with slashes at its end. */
export function screenAt(screens: readonly RouteEntry[], pathname: string): RouteEntry | undefined {
  return screens.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/*$`, "i").test(pathname));
}

/** More would be fetched in vain: the others load as soon as somebody points at their entry. */
const aheadMax = 4;

/** The remotes that a page fetches before they are opened: those of the first screens of the navigation. */
export function remotesAhead(screens: readonly RouteEntry[]): string[] {
  const ordered = screens
    .flatMap(({ remote, navigation }) => (navigation === undefined ? [] : [{ remote, ...navigation }]))
    .sort((a, b) => a.order - b.order);
  return [...new Set(ordered.map(({ remote }) => remote))].slice(0, aheadMax);
}

/** The entries of one kind in their order; of those that lead to a screen, the ones whose screen is open. */
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
