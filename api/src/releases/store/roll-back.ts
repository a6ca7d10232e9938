import type { ActiveRelease } from "@souffleur/contracts";
import type { StoredRegistry } from "@souffleur/contracts/release-commands";
import {
  type Act,
  type Place,
  removedRelease,
  requireFreePaths,
  rollbackTargets,
  toActiveRelease,
  withCanaryEnded,
  withRolledBack,
} from "./registry-changes.ts";
import { ReleaseError } from "./release-error.ts";
import { findRelease, prepareRelease } from "./stored-releases.ts";

interface Step {
  name: string;
  /** The live version to take back, or the one that was live until the remote was removed. */
  version: string;
}

/**
 * The registry without the last step: a canary, an activation or a removal.
 * @throws ReleaseError where the version is not live, or no earlier release is kept
 */
export async function rollBack(
  releasesDir: string,
  registry: StoredRegistry,
  { name, version }: Step,
  act: Act,
): Promise<StoredRegistry> {
  if (version === registry.canaries?.[name]?.release.version) return withCanaryEnded(registry, name, act);
  const removed = removedRelease(registry, name);
  if (version !== (removed ?? registry.remotes[name])?.version)
    throw new ReleaseError("notLive", { name, version });
  const earlier = rollbackTargets(registry, name);
  if (removed === undefined) {
    const targets = earlier.filter((target) => target.version !== version);
    return withRolledBack(registry, await firstComplete(releasesDir, name, targets), act);
  }
  const target = await firstComplete(releasesDir, name, [removed, ...earlier]);
  // Another remote may have taken its paths since.
  requireFreePaths(registry, target);
  return withRolledBack(registry, target, act);
}

async function firstComplete(
  releasesDir: string,
  name: string,
  targets: readonly Place[],
): Promise<ActiveRelease> {
  for (const { version, base } of targets) {
    const release = await findRelease(releasesDir, name, version).catch(() => undefined);
    if (release === undefined) continue;
    await prepareRelease(releasesDir, release);
    return toActiveRelease(release, base);
  }
  throw new ReleaseError("noEarlier", { name });
}
