import type { Registry, Release } from "@souffleur/contracts";
import { manifestConflicts } from "@souffleur/contracts/remote-manifest";
import { ReleaseError } from "./release-error.ts";

/** @throws ReleaseError where the release would take a path or a key from another remote */
export function demandFreePaths(
  registry: Registry,
  { name, version, manifest }: Pick<Release, "name" | "version" | "manifest">,
): void {
  const conflicts = manifestConflicts(name, manifest, registry);
  if (conflicts.length > 0)
    throw new ReleaseError(`${name} ${version} can't go live. ${conflicts.join(" ")}`);
}
