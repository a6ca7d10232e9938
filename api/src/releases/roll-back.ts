import type { ActiveRelease } from "@souffleur/contracts";
import type { KeptRegistry } from "@souffleur/contracts/release-commands";
import { textIn } from "../texts/texts.ts";
import { demandFreePaths } from "./free-paths.ts";
import { findRelease, prepareRelease } from "./kept-releases.ts";
import {
  type Act,
  type Place,
  removedRelease,
  rollbackTargets,
  toActiveRelease,
  withCanaryEnded,
  withRolledBack,
} from "./registry-changes.ts";
import { ReleaseError } from "./release-error.ts";

interface Step {
  name: string;
  /** The live version that is taken back, or the one that was live until the remote was removed. */
  version: string;
  /** Where the last step only moved the version to another place, undoes the move alone. */
  undoMove: boolean;
}

/**
 * The registry without the last step: a canary, an active release or a removal.
 * @throws ReleaseError where the version is not live, or there is none to go back to
 */
export async function rollBack(
  releasesDir: string,
  registry: KeptRegistry,
  { name, version, undoMove }: Step,
  act: Act,
): Promise<KeptRegistry> {
  if (version === registry.canaries?.[name]?.release.version) return withCanaryEnded(registry, name, act);
  const removed = removedRelease(registry, name);
  if (version !== (removed ?? registry.remotes[name])?.version)
    throw new ReleaseError(textIn("en", "{name} {version} is no longer live.", { name, version }));
  const earlier = rollbackTargets(registry, name);
  if (removed === undefined) {
    const targets = undoMove ? earlier : earlier.filter((target) => target.version !== version);
    return withRolledBack(registry, await firstComplete(releasesDir, name, targets), act);
  }
  const target = await firstComplete(releasesDir, name, [removed, ...earlier]);
  // Its paths may have become another remote's meanwhile.
  demandFreePaths(registry, target);
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
  throw new ReleaseError(textIn("en", "{name} has no earlier release to go back to.", { name }));
}
