import type { ActiveRelease } from "@souffleur/contracts";
import { addressesOf, dropRules, withoutQuery } from "./asset-rules.ts";

/** Of each remote the release that is loaded, and the one that it replaced. */
const loaded = new Map<string, readonly ActiveRelease[]>();

/**
 * Lets go of what the page holds of the releases that this one replaces. The stylesheets go at once: both releases have
 * the same class names. The integrity hashes stay until the next replacement: a chunk may still be on its way.
 */
export function noteLoaded(release: ActiveRelease): void {
  const [last, ...earlier] = loaded.get(release.name) ?? [];
  if (last?.version === release.version) return;
  const kept = last === undefined ? [release] : [release, last];
  loaded.set(release.name, kept);
  if (last !== undefined) dropStyles(addressesOf(last), new Set(addressesOf(release)));
  dropRules(earlier.flatMap(addressesOf), new Set(kept.flatMap(addressesOf)));
}

function dropStyles(replaced: readonly string[], current: ReadonlySet<string>): void {
  const goes = new Set(replaced.filter((address) => !current.has(address)));
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (goes.has(withoutQuery(link.href))) link.remove();
  }
}
