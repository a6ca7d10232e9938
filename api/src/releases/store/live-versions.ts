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
  return Object.values(registry.remotes).flatMap((active) => {
    const changes = registry.changes?.[active.name] ?? [];
    const canary = registry.canaries?.[active.name];
    const versions: LiveVersion[] = [
      {
        release: active,
        share: 100 - (canary?.share ?? 0),
        isCanary: false,
        since: changes.find(
          ({ kind, version }) =>
            version === active.version && (kind === "activated" || kind === "rolled-back"),
        ),
        before: rollbackTargets(registry, active.name)[0],
      },
    ];
    if (canary !== undefined) {
      versions.push({
        release: canary.release,
        share: canary.share,
        isCanary: true,
        since: changes.find(({ kind, version }) => kind === "canary" && version === canary.release.version),
        before: active.version,
      });
    }
    return versions;
  });
}

/** The key of the metrics that browsers report about it. */
export function releaseMetricsId({ release, since }: Pick<LiveVersion, "release" | "since">): string {
  return `${release.name}/${release.version}/${since === undefined ? 0 : Date.parse(since.at)}`;
}
