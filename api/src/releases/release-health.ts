import type { Connection, Model } from "mongoose";
import type { LiveRelease, ReleaseReport } from "../contracts/index.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { figuresId, type LiveVersion, liveVersions } from "./live-versions.ts";
import type { RegistryStore } from "./registry.ts";
import { ReleaseError } from "./release-error.ts";
import { addTally, figuresModel, type ReleaseFigures, timeOf } from "./release-figures.ts";

interface ReleaseHealthDeps {
  connection: Connection;
  log: Logger;
  registry: RegistryStore;
  /** Percent of the people with failures from which on a new release is rolled back; undefined: never. */
  rollbackPercent: number | undefined;
}

/** Two whose browsers are broken must not decide for everybody. */
const failingMin = 3;
/** What was fine for a day does not break by itself: then it is something else, and the old release has it too. */
const watchedMs = 24 * 3_600_000;
const keptMs = 90 * 24 * 3_600_000;

export type ReleaseHealth = ReturnType<typeof createReleaseHealth>;

/** What browsers tell of the releases, and rolling them back: by hand, or by itself where too many fail. */
export function createReleaseHealth({ connection, log, registry, rollbackPercent }: ReleaseHealthDeps) {
  const model: Model<ReleaseFigures> = figuresModel(connection);

  /** Takes back a release that went live by a decision, not by a rollback, and fails for too many. */
  async function judge(live: LiveVersion, figures: ReleaseFigures, now: Date): Promise<void> {
    if (rollbackPercent === undefined || live.since === undefined || live.before === undefined) return;
    const isNew = now.getTime() - Date.parse(live.since.at) <= watchedMs && live.since.kind !== "rolled-back";
    const percent = (100 * figures.failing.length) / Math.max(1, figures.people.length);
    if (!isNew || figures.failing.length < failingMin || percent < rollbackPercent) return;
    const reason = `${figures.failing.length} of ${figures.people.length} people had failures`;
    log.warn(
      { remote: figures.remote, version: figures.version, reason },
      "release fails; it is rolled back",
    );
    const { name, version } = live.release;
    // The registry keeps who acted and why; the audit log is filled from there.
    await registry.rollback(name, { by: reason, version }).catch((error: unknown) => {
      // The next failure that is told tries again.
      log.warn({ err: error, remote: figures.remote }, "a release that fails could not be rolled back");
    });
  }

  return {
    model,
    /** Counts what a browser tells; what is not live any more counts for nothing. */
    async report(reports: readonly ReleaseReport[], person: string): Promise<void> {
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
        const figures = await model.findOneAndUpdate(
          { _id: figuresId(live) },
          addTally(tally, name, version, now),
          { upsert: true, returnDocument: "after", updatePipeline: true },
        );
        if (figures !== null && tally.failures > 0) await judge(live, figures, now);
      }
    },

    async list(): Promise<LiveRelease[]> {
      const versions = liveVersions(await registry.kept());
      const found = await model.find({ _id: { $in: versions.map(figuresId) } }).lean<ReleaseFigures[]>();
      const figures = new Map(found.map((one) => [one._id, one]));
      return Promise.all(
        versions.map(async (live) => {
          const { name, version } = live.release;
          const told = figures.get(figuresId(live));
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
        throw new AppError("INVALID_TRANSITION", error.message, { cause: error });
      }
    },

    async start(): Promise<void> {
      await model.createIndexes();
    },

    async sweep(now: Date): Promise<void> {
      const live = liveVersions(await registry.kept()).map(figuresId);
      const old = { $lt: new Date(now.getTime() - keptMs) };
      await model.deleteMany({ _id: { $nin: live }, reportedAt: old });
    },
  };
}
