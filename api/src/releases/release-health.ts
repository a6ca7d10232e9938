import type { LiveRelease, ReleaseReport } from "@souffleur/contracts";
import type { Connection, Model } from "mongoose";
import { refusal } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import { type LiveVersion, liveVersions, releaseMetricsId } from "./live-versions.ts";
import type { RegistryStore } from "./registry.ts";
import { ReleaseError } from "./release-error.ts";
import { addTally, type ReleaseMetrics, releaseMetricsModel, timeOf } from "./release-metrics.ts";

interface ReleaseHealthDeps {
  connection: Connection;
  log: Logger;
  registry: RegistryStore;
  /** Percent of the people with failures from which on a new release is rolled back; undefined: never. */
  rollbackPercent: number | undefined;
}

/** How many signed-in people must fail, and must have used the release before: a few never decide for everybody. */
const peopleMin = 5;
/** What fails half as often with the release before fails for another reason, which a rollback does not mend. */
const worseBy = 2;
/** What was fine for a day does not break by itself: then it is something else, and the old release has it too. */
const watchedMs = 24 * 3_600_000;
const keptMs = 90 * 24 * 3_600_000;

export type ReleaseHealth = ReturnType<typeof createReleaseHealth>;

/** What browsers tell of the releases, and rolling them back: by hand, or by itself where too many fail. */
export function createReleaseHealth({ connection, log, registry, rollbackPercent }: ReleaseHealthDeps) {
  const model: Model<ReleaseMetrics> = releaseMetricsModel(connection);

  /** Takes back a release that went live by a decision, not by a rollback, and fails for too many. */
  async function judge(live: LiveVersion, metrics: ReleaseMetrics, now: Date): Promise<void> {
    if (rollbackPercent === undefined || live.since === undefined || live.before === undefined) return;
    const isNew = now.getTime() - Date.parse(live.since.at) <= watchedMs && live.since.kind !== "rolled-back";
    const percent = failingPercent(metrics);
    if (!isNew || metrics.failingAccounts.length < peopleMin || percent < rollbackPercent) return;
    const { name, version } = live.release;
    const before = await metricsBefore(name, live.before);
    if (before === null || percent < worseBy * failingPercent(before)) return;
    const reason = `${failingText(metrics)} had failures, with ${live.before} before it ${failingText(before)}`;
    log.warn(
      { remote: metrics.remote, version: metrics.version, reason },
      "release fails; it is rolled back",
    );
    // The registry keeps who acted and why; the audit log is filled from there.
    await registry.rollback(name, { by: reason, version }).catch((error: unknown) => {
      // The next failure that is told tries again.
      log.warn({ err: error, remote: metrics.remote }, "a release that fails could not be rolled back");
    });
  }

  /** The latest of that version that enough people have used to compare with. */
  const metricsBefore = (remote: string, version: string) =>
    model
      .findOne({ remote, version, [`accounts.${peopleMin - 1}`]: { $exists: true } })
      .sort({ reportedAt: -1 })
      .lean<ReleaseMetrics>();

  return {
    model,
    /**
     * Counts what a browser tells; what is not live any more counts for nothing.
     * @param person undefined where nobody is signed in, whose failures are shown and decide nothing
     */
    async report(reports: readonly ReleaseReport[], person: string | undefined): Promise<void> {
      const now = new Date();
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
        const metrics = await model.findOneAndUpdate(
          { _id: releaseMetricsId(live) },
          addTally(tally, name, version, now),
          { upsert: true, returnDocument: "after", updatePipeline: true },
        );
        if (metrics !== null && person !== undefined && tally.failures > 0) await judge(live, metrics, now);
      }
    },

    async list(): Promise<LiveRelease[]> {
      const versions = liveVersions(await registry.kept());
      const found = await model
        .find({ _id: { $in: versions.map(releaseMetricsId) } })
        .lean<ReleaseMetrics[]>();
      const metrics = new Map(found.map((one) => [one._id, one]));
      return Promise.all(
        versions.map(async (live) => {
          const { name, version } = live.release;
          const told = metrics.get(releaseMetricsId(live));
          const build = await registry.find(name, version).catch(() => undefined);
          return {
            remote: name,
            version,
            commit: build?.commit ?? null,
            builtAt: build?.builtAt ?? null,
            liveSince: live.since?.at ?? null,
            bytes:
              build === undefined ? null : Object.values(build.sizes).reduce((sum, size) => sum + size, 0),
            share: live.share,
            trial: live.trial,
            loads: told?.loads ?? 0,
            failures: told?.failures ?? 0,
            medianMs: timeOf(told?.times ?? [], 0.5),
            slowMs: timeOf(told?.times ?? [], 0.95),
            before: live.before ?? null,
          };
        }),
      );
    },

    /**
     * @returns the version that took its place
     * @throws AppError INVALID_TRANSITION
     */
    async rollBackByHand(remote: string, version: string, actorId: string): Promise<string> {
      try {
        return (await registry.rollback(remote, { by: actorId, version })).version;
      } catch (error) {
        if (!(error instanceof ReleaseError)) throw error;
        throw refusal("INVALID_TRANSITION", { text: error.message, cause: error });
      }
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

function failingPercent({ accounts, failingAccounts }: ReleaseMetrics): number {
  return (100 * failingAccounts.length) / Math.max(1, accounts.length);
}

/** `7 of 9 signed-in people (78%)` */
function failingText(metrics: ReleaseMetrics): string {
  const { accounts, failingAccounts } = metrics;
  return `${failingAccounts.length} of ${accounts.length} signed-in people (${Math.round(failingPercent(metrics))}%)`;
}
