import type { ActiveRelease } from "@souffleur/contracts";
import { addressesOf, dropRules, withoutQuery } from "./asset-rules.ts";

/** The loaded release of each remote, and the one that it replaced. */
const loaded = new Map<string, readonly ActiveRelease[]>();

/**
 * Removes the stylesheets and rules of the releases that this one replaces. The stylesheets are removed at once, because
 * both releases have the same class names. The integrity hashes are kept until the next replacement, because a chunk may
 * still be loading.
 */
export function recordLoaded(release: ActiveRelease): void {
  const [last, ...earlier] = loaded.get(release.name) ?? [];
  if (last?.version === release.version) return;
  const kept = last === undefined ? [release] : [release, last];
  loaded.set(release.name, kept);
  if (last !== undefined) dropStyles(addressesOf(last), new Set(addressesOf(release)));
  dropRules(earlier.flatMap(addressesOf), new Set(kept.flatMap(addressesOf)));
}

function dropStyles(replaced: readonly string[], current: ReadonlySet<string>): void {
  const outdated = new Set(replaced.filter((address) => !current.has(address)));
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    if (outdated.has(withoutQuery(link.href))) link.remove();
  }
}
