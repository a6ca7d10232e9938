import type { ActiveRelease, Registry, Release } from "@souffleur/contracts";
import type { ReleaseChange, StoredPreview, StoredRegistry } from "@souffleur/contracts/release-commands";
import { manifestConflicts } from "@souffleur/contracts/remote-manifest";
import { ReleaseError } from "./release-error.ts";

/** Entries of history per remote, so that the document stays small. */
const changesMax = 20;
/** Previews of a deployment, for the same reason. */
const previewsMax = 20;
const previewMs = 24 * 3_600_000;

/** The author of a change and its time. */
export interface Act {
  by: string;
  at: Date;
}

/**
 * The public address of a remote's files. All its releases share it, so an unchanged file keeps its address and stays in
 * browsers' caches.
 */
export const publicPlace = "by-hash";

/** A release as browsers get it. */
export function toActiveRelease({ sizes: _, commit: __, builtAt: ___, ...release }: Release) {
  return { ...release, base: `/remotes/${release.name}/${publicPlace}/` } satisfies ActiveRelease;
}

/** The registry with this release live and no canary of its remote; the same object where nothing changes. */
export function withActive(registry: StoredRegistry, release: ActiveRelease, act: Act): StoredRegistry {
  const { name, version } = release;
  if (registry.remotes[name]?.version === version && registry.canaries?.[name] === undefined) return registry;
  const { canaries } = withoutCanary(registry, name);
  const remotes = { ...registry.remotes, [name]: release };
  return withChange({ ...registry, canaries, remotes }, "activated", release, act);
}

/** The registry with this release live again; the next rollback goes further back. */
export function withRolledBack(registry: StoredRegistry, release: ActiveRelease, act: Act): StoredRegistry {
  const remotes = { ...registry.remotes, [release.name]: release };
  return withChange({ ...registry, remotes }, "rolled-back", release, act);
}

/**
 * The registry with this release live for a share of the users, in percent.
 * @throws ReleaseError where no other release is active
 */
export function withCanary(
  registry: StoredRegistry,
  release: ActiveRelease,
  share: number,
  act: Act,
): StoredRegistry {
  const { name, version } = release;
  const active = registry.remotes[name];
  if (active === undefined) throw new ReleaseError("canaryAlone", { name });
  if (active.version === version) throw new ReleaseError("activeAlready", { name, version });
  const canaries = { ...registry.canaries, [name]: { share, release } };
  return withChange({ ...registry, canaries }, "canary", release, act, { share });
}

/** The registry in which all users have the active release of a remote. */
export function withCanaryEnded(registry: StoredRegistry, name: string, act: Act): StoredRegistry {
  const active = registry.remotes[name];
  const ended = withoutCanary(registry, name);
  return active === undefined ? ended : withChange(ended, "canary-ended", active, act);
}

/**
 * The registry without a remote and its canary.
 * @throws ReleaseError where it is not live
 */
export function withRemoved(registry: StoredRegistry, name: string, act: Act): StoredRegistry {
  const { [name]: active, ...remotes } = registry.remotes;
  if (active === undefined) throw new ReleaseError("nothingRemoved", { name });
  return withChange({ ...withoutCanary(registry, name), remotes }, "removed", active, act);
}

/** The previews of the registry that have not ended, by their names. */
export function previewsIn({ previews = {} }: StoredRegistry, now: Date): Map<string, StoredPreview> {
  return new Map(Object.entries(previews).filter(([, { until }]) => Date.parse(until) > now.getTime()));
}

/**
 * @param remote whose preview it would be; a newer one of the same remote replaces it
 * @throws ReleaseError where the name is another remote's, or there are as many as there may be
 */
export function requireFreePreview(registry: StoredRegistry, name: string, remote: string, now: Date): void {
  const open = previewsIn(registry, now);
  const other = open.get(name);
  if (other !== undefined && other.release.name !== remote)
    throw new ReleaseError("previewTaken", { name, remote: other.release.name, until: other.until });
  if (other !== undefined || open.size < previewsMax) return;
  const [until = ""] = [...open.values()].map((preview) => preview.until).sort();
  throw new ReleaseError("previewsMax", { max: previewsMax, until });
}

/**
 * The registry with a preview of this release for a day, and without those that have ended.
 * @throws ReleaseError as `requireFreePreview`
 */
export function withPreview(
  registry: StoredRegistry,
  { name, keyHash }: { name: string; keyHash: string },
  release: ActiveRelease,
  { by, at }: Act,
): StoredRegistry {
  requireFreePreview(registry, name, release.name, at);
  const until = new Date(at.getTime() + previewMs).toISOString();
  const preview = { release, keyHash, by, at: at.toISOString(), until };
  return { ...registry, previews: { ...Object.fromEntries(previewsIn(registry, at)), [name]: preview } };
}

/** The version that was live until its remote was removed; undefined where it is live again, or was not removed. */
export function removedRelease(registry: StoredRegistry, name: string): string | undefined {
  const last = registry.changes?.[name]?.[0];
  return last?.kind === "removed" && registry.remotes[name] === undefined ? last.version : undefined;
}

/**
 * What a rollback may go back to, the latest first: what was live before, without what is live or was rolled back.
 * @returns versions of releases, which may no longer be kept
 */
export function rollbackTargets(registry: StoredRegistry, name: string): string[] {
  const stack: string[] = [];
  for (const { kind, version } of (registry.changes?.[name] ?? []).toReversed()) {
    // An activation of the same release after a canary is no step of its own.
    if (kind === "activated" && stack.at(-1) !== version) stack.push(version);
    if (kind === "rolled-back") {
      const at = stack.lastIndexOf(version);
      stack.splice(at === -1 ? 0 : at, stack.length, version);
    }
  }
  return stack
    .toReversed()
    .slice(1)
    .filter((version) => version !== registry.remotes[name]?.version);
}

/** @throws ReleaseError where the release would take a path or a key from another remote */
export function requireFreePaths(
  registry: Registry,
  { name, version, manifest }: Pick<Release, "name" | "version" | "manifest">,
): void {
  const conflicts = manifestConflicts(name, manifest, registry);
  if (conflicts.length > 0) throw new ReleaseError("conflict", { name, version }, { more: conflicts });
}

/**
 * Refuses a change of a remote that was decided on before somebody else's.
 * @throws ReleaseError with the author of that change
 */
export function requireSameStep(before: StoredRegistry, now: StoredRegistry, name: string): void {
  const [known, last] = [before, now].map(({ changes }) => changes?.[name]?.[0]);
  if (last === undefined || (last.at === known?.at && last.version === known.version)) return;
  throw new ReleaseError("overtaken", { name, by: last.by, version: last.version });
}

function withoutCanary(registry: StoredRegistry, name: string): StoredRegistry {
  const { [name]: _, ...canaries } = registry.canaries ?? {};
  return { ...registry, canaries };
}

/** The registry with a change in the history of its remote. */
function withChange(
  registry: StoredRegistry,
  kind: ReleaseChange["kind"],
  { name, version, base }: ActiveRelease,
  { by, at }: Act,
  more: Pick<ReleaseChange, "share"> = {},
): StoredRegistry {
  const change = { kind, version, base, by, at: at.toISOString(), ...more };
  const changes = [change, ...(registry.changes?.[name] ?? [])].slice(0, changesMax);
  return { ...registry, changes: { ...registry.changes, [name]: changes } };
}
