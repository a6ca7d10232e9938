import type { ActiveRelease } from "@souffleur/contracts";
import type { ReleaseChange, StoredRegistry } from "@souffleur/contracts/release-commands";
import { rollbackTargets } from "./registry-changes.ts";

/** A live release. */
export interface LiveVersion {
  release: ActiveRelease;
  /** Percent of the users. */
  share: number;
  isCanary: boolean;
  /** The change that made it live; undefined where the registry was edited by hand. */
  since: ReleaseChange | undefined;
  /** The version that replaces it after a rollback. */
  before: string | undefined;
}

/** All live releases, the active one of a remote before its canary. */
export function liveVersions(registry: StoredRegistry): LiveVersion[] {
  const { remotes, canaries = {}, changes = {} } = registry;
  return Object.values(remotes).flatMap((active): LiveVersion[] => {
    const since = (live: ActiveRelease, kinds: readonly ReleaseChange["kind"][]) =>
      changes[active.name]?.find(({ kind, version }) => version === live.version && kinds.includes(kind));
    const canary = canaries[active.name];
    const whole: LiveVersion = {
      release: active,
      share: 100 - (canary?.share ?? 0),
      isCanary: false,
      since: since(active, ["activated", "rolled-back"]),
      before: rollbackTargets(registry, active.name)[0],
    };
    if (canary === undefined) return [whole];
    const { release, share } = canary;
    const before = active.version;
    return [whole, { release, share, isCanary: true, since: since(release, ["canary"]), before }];
  });
}

/** The key of the metrics that browsers report about it. */
export function releaseMetricsId({ release, since }: Pick<LiveVersion, "release" | "since">): string {
  return `${release.name}/${release.version}/${since === undefined ? 0 : Date.parse(since.at)}`;
}
