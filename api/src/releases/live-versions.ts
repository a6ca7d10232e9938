import type { ActiveRelease, KeptRegistry, ReleaseChange } from "@souffleur/contracts";
import { earlier } from "./registry-changes.ts";

/** A release that somebody has now. */
export interface LiveVersion {
  release: ActiveRelease;
  /** Percent of the users. */
  share: number;
  trial: boolean;
  /** How it came to be live; undefined where the registry was written by hand. */
  since: ReleaseChange | undefined;
  /** What takes its place when it is rolled back. */
  before: string | undefined;
}

/** Every release that is live, the active one of a remote before the one on trial. */
export function liveVersions(registry: KeptRegistry): LiveVersion[] {
  return Object.values(registry.remotes).flatMap((active) => {
    const changes = registry.changes?.[active.name] ?? [];
    const canary = registry.canaries?.[active.name];
    const versions: LiveVersion[] = [
      {
        release: active,
        share: 100 - (canary?.share ?? 0),
        trial: false,
        since: changes.find(
          ({ kind, version }) =>
            version === active.version && (kind === "activated" || kind === "rolled-back"),
        ),
        before: earlier(registry, active.name).find(({ version }) => version !== active.version)?.version,
      },
    ];
    if (canary !== undefined) {
      versions.push({
        release: canary.release,
        share: canary.share,
        trial: true,
        since: changes.find(({ kind, version }) => kind === "canary" && version === canary.release.version),
        before: active.version,
      });
    }
    return versions;
  });
}

/** The key of what browsers tell of it. */
export function releaseMetricsId({ release, since }: Pick<LiveVersion, "release" | "since">): string {
  return `${release.name}/${release.version}/${since === undefined ? 0 : Date.parse(since.at)}`;
}
