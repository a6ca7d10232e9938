import type { Registry } from "@souffleur/contracts";
import type { RegistryStore } from "./registry.ts";
import { rollbackTargets, toActiveRelease } from "./registry-changes.ts";

/** The registry as browsers get it, with each remote's previous release for browsers that can't load the live one. */
export function withPrevious(store: Pick<RegistryStore, "current" | "kept" | "find">) {
  let known: { current: Registry; registry: Registry } | undefined;
  return {
    async current(): Promise<Registry> {
      const [current, kept] = [await store.current(), await store.kept()];
      if (known?.current !== current) {
        const previous: Registry["previous"] = {};
        for (const name of Object.keys(kept.remotes)) {
          // The release that a rollback would go back to, where it is kept.
          for (const version of rollbackTargets(kept, name)) {
            if (previous[name] !== undefined) break;
            const release = await store.find(name, version).catch(() => undefined);
            if (release !== undefined) previous[name] = toActiveRelease(release);
          }
        }
        known = { current, registry: { ...current, previous } };
      }
      return known.registry;
    },
  };
}
