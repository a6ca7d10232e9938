import type { ActiveRelease, Registry } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import type { RegistryStore } from "./registry.ts";
import { rollbackTargets, toActiveRelease } from "./registry-changes.ts";
import { withoutHistory } from "./registry-files.ts";
import { findRelease } from "./stored-releases.ts";

/** The registry as browsers get it, with each remote's previous release for browsers that can't load the live one. */
export function withPrevious({ kept, releasesDir }: Pick<RegistryStore, "kept" | "releasesDir">) {
  let known: { kept: StoredRegistry; registry: Registry } | undefined;
  return {
    async current(): Promise<Registry> {
      const now = await kept();
      if (known?.kept !== now) {
        const found = await Promise.all(
          Object.keys(now.remotes).map(
            async (name) => [name, await previousOf(releasesDir, now, name)] as const,
          ),
        );
        const previous = Object.fromEntries(
          found.flatMap(([name, release]) => (release === undefined ? [] : [[name, release]])),
        );
        known = { kept: now, registry: { ...withoutHistory(now), previous } };
      }
      return known.registry;
    },
  };
}

/** The release that a rollback would go back to, where it is kept. */
async function previousOf(
  releasesDir: string,
  registry: StoredRegistry,
  name: string,
): Promise<ActiveRelease | undefined> {
  for (const { version, base } of rollbackTargets(registry, name)) {
    if (version === registry.remotes[name]?.version) continue;
    const release = await findRelease(releasesDir, name, version).catch(() => undefined);
    if (release !== undefined) return toActiveRelease(release, base);
  }
  return undefined;
}
