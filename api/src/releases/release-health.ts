import type { Language, Release, ReleaseReport } from "@souffleur/contracts";
import type { LiveRelease } from "@souffleur/contracts/live-releases";
import type { Connection, Model } from "mongoose";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import { addTally, type ReleaseMetrics, releaseMetricsModel, timeOf } from "./release-metrics.ts";
import { failingText, failsTooMuch, peopleMin } from "./rollback-rule.ts";
import { type LiveVersion, liveVersions, releaseMetricsId } from "./store/live-versions.ts";
import type { RegistryStore } from "./store/registry.ts";

interface ReleaseHealthDeps {
  connection: Connection;
  log: Logger;
  registry: RegistryStore;
  /** Percent of the signed-in users with failures, of each organization alike, at which a new release is rolled back; undefined: never. */
  rollbackPercent: number | undefined;
}

/** Failures that begin later than a day after the release have another cause, which the previous one would share. */
const watchedMs = 24 * 3_600_000;
const keptMs = 90 * 24 * 3_600_000;

export type ReleaseHealth = ReturnType<typeof createReleaseHealth>;

/** The metrics that browsers report, and the automatic rollback of a release that fails for too many users. */
export function createReleaseHealth({ connection, log, registry, rollbackPercent }: ReleaseHealthDeps) {
  const model: Model<ReleaseMetrics> = releaseMetricsModel(connection);

  /** Rolls back a new release that fails for too many users, unless it became live by a rollback itself. */
  async function judge(live: LiveVersion, metrics: ReleaseMetrics): Promise<void> {
    if (rollbackPercent === undefined || live.since === undefined || live.before === undefined) return;
    const isNew = clock.ms() - Date.parse(live.since.at) <= watchedMs && live.since.kind !== "rolled-back";
    if (!isNew || metrics.failingAccounts.length < peopleMin) return;
    const { name, version } = live.release;
    const before = await metricsBefore(name, live.before);
    if (before === null || !failsTooMuch(metrics, before, rollbackPercent)) return;
    const reason = `${failingText(metrics)} had failures, with ${live.before} before it ${failingText(before)}`;
    log.warn(
      { remote: metrics.remote, version: metrics.version, reason },
      "release fails; it is rolled back",
    );
    await registry.rollback(name, version, { by: reason }).catch((error: unknown) => {
      // The next reported failure tries again.
      log.warn({ err: error, remote: metrics.remote }, "a release that fails could not be rolled back");
    });
  }

  /** The latest metrics of a version with enough users for a comparison. */
  const metricsBefore = (remote: string, version: string) =>
    model
      .findOne({ remote, version, [`accounts.${peopleMin - 1}`]: { $exists: true } })
      .sort({ reportedAt: -1 })
      .lean<ReleaseMetrics>();

  return {
    model,
    /**
     * Counts the reports of one browser, without those about releases that are no longer live.
     * @param person undefined without a session: such failures are shown but never cause a rollback
     */
    async report(reports: readonly ReleaseReport[], person: string | undefined): Promise<void> {
      for (const live of liveVersions(await registry.kept())) {
        const group = reports.filter(
          ({ remote, version }) => remote === live.release.name && version === live.release.version,
        );
        if (group.length === 0) continue;
        const loaded = group.filter(({ outcome }) => outcome === "loaded");
        const tally = {
          loads: loaded.length,
          failures: group.length - loaded.length,
          times: loaded.flatMap(({ ms }) => (ms === undefined ? [] : [ms])),
          person,
        };
        const { name, version } = live.release;
        const one = { _id: releaseMetricsId(live), remote: name, version };
        const metrics = await addTally(model, one, tally);
        if (metrics !== undefined) await judge(live, metrics);
      }
    },

    /** The live releases, with titles in this language where the remotes have them. */
    async list(language: Language): Promise<LiveRelease[]> {
      const versions = liveVersions(await registry.kept()).toSorted((a, b) =>
        a.release.name < b.release.name ? -1 : Number(a.release.name > b.release.name),
      );
      const found = await model
        .find({ _id: { $in: versions.map(releaseMetricsId) } })
        .lean<ReleaseMetrics[]>();
      const metrics = new Map(found.map((one) => [one._id, one]));
      return Promise.all(
        versions.map(async (live) => {
          const build = await registry.find(live.release.name, live.release.version).catch(() => undefined);
          return toLiveRelease(live, metrics.get(releaseMetricsId(live)), build, language);
        }),
      );
    },

    async createIndexes(): Promise<void> {
      await model.createIndexes();
    },

    async sweep(now: Date): Promise<void> {
      const live = liveVersions(await registry.kept()).map(releaseMetricsId);
      const old = { $lt: new Date(now.getTime() - keptMs) };
      await model.deleteMany({ _id: { $nin: live }, reportedAt: old });
    },
  };
}

function toLiveRelease(
  { release, since, share, isCanary, before }: LiveVersion,
  reported: ReleaseMetrics | undefined,
  build: Release | undefined,
  language: Language,
): LiveRelease {
  const [screen] = release.manifest?.screens ?? [];
  return {
    remote: release.name,
    title: (language === "fr" ? screen?.french : undefined) ?? screen?.title ?? release.name,
    version: release.version,
    commit: build?.commit ?? null,
    builtAt: build?.builtAt ?? null,
    liveSince: since?.at ?? null,
    bytes: build === undefined ? null : Object.values(build.sizes).reduce((sum, size) => sum + size, 0),
    share,
    trial: isCanary,
    loads: reported?.loads ?? 0,
    failures: reported?.failures ?? 0,
    medianMs: timeOf(reported?.times ?? {}, 0.5),
    slowMs: timeOf(reported?.times ?? {}, 0.95),
    before: before ?? null,
  };
}
