import { randomUUID } from "node:crypto";
import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { clock } from "../clock.ts";
import { appError } from "../http/errors.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { backoff } from "./backoff.ts";
import { type Claimed, createLease, inJob, type Job, type JobHolder, jobsIn } from "./job-lease.ts";
import { measureJobs } from "./job-metrics.ts";
import { createJobQueue, type Kind } from "./job-queue.ts";
import type { Pollers } from "./pollers.ts";
import { startTicker } from "./ticker.ts";

export type { Job, JobHolder, StoredJob } from "./job-lease.ts";

/** Jobs that one process at a time does, one by one. */
export interface LeasedKind<Doc extends JobHolder, Pool extends string> extends Kind<Doc, Pool> {
  /** Which due jobs a pool has. */
  where?(pool: Pool, now: Date): object;
  /**
   * @returns when it is due again; undefined where it is done
   * @throws where it is tried again, after growing pauses
   */
  run(job: Job<Doc>, pool: Pool): Promise<Date | undefined>;
}

/** Jobs whose repetition has no effect: they need no lease, and so many documents are read at once. */
export interface MovedKind<Doc, Pool extends string> extends Kind<Doc, Pool> {
  batch: number;
  select?: string | Record<string, 1>;
  /** How many of an organization may wait in a collection: with more, its changes are refused. */
  most?: number;
  /** What else must be so; undefined where nothing is to be done. */
  where?(now: Date): object | undefined;
  /** Each job ends by a write that leaves what was added meanwhile. */
  move(docs: readonly Doc[], model: Model<Doc>): Promise<unknown>;
}

export type Jobs = ReturnType<typeof createJobs>;

/** How long a process that does not renew its lease keeps others from its job. */
export const defaultLeaseMs = 10_000;
/** Of those that are due soon, so many are read to know when the next one is. */
const jobsAhead = 100;
const retries = { firstWait: 5000, lastWait: 60 * 60_000 };

/** How long a job waits that was tried so often. */
export const retryMs = (attempts: number) => backoff(attempts - 1, retries);

interface JobsDeps {
  pollers: Pick<Pollers, "add">;
  metrics: Metrics;
  log: Pick<Logger, "debug" | "warn">;
  /** For tests. */
  leaseMs?: number;
}

type IsFull = (organizationId: string) => boolean;
type KindDeps = Omit<Required<JobsDeps>, "metrics"> & ReturnType<typeof measureJobs> & { full: IsFull[] };

/** When a refused change may be tried again. */
const roomSeconds = 10;

/**
 * Stored jobs of some kinds. Each stands in the document that it is about, so that one write changes that and adds the job.
 * What a process that died has left is found by another: what it had claimed when its lease ends, all else by its looks.
 */
export function createJobs({ pollers, metrics, log, leaseMs = defaultLeaseMs }: JobsDeps) {
  const full: IsFull[] = [];
  const all = { pollers, log, leaseMs, full, ...measureJobs(metrics) };
  return {
    /**
     * To be called before a change of an organization, which may leave jobs.
     * @throws AppError RATE_LIMITED where as many of its jobs wait as may
     */
    requireRoom(organizationId: string | null): void {
      if (organizationId !== null && full.some((isFull) => isFull(organizationId)))
        throw appError("RATE_LIMITED", { retryAfter: roomSeconds });
    },
    leased: <Doc extends JobHolder, Pool extends string>(kind: LeasedKind<Doc, Pool>) =>
      leasedJobs(all, kind),
    moved: <Doc extends JobHolder, Pool extends string>(kind: MovedKind<Doc, Pool>) => movedJobs(all, kind),
  };
}

function leasedJobs<Doc extends JobHolder, Pool extends string>(deps: KindDeps, kind: LeasedKind<Doc, Pool>) {
  const { log, failed, leaseMs } = deps;
  const { name, list } = kind;
  const dueAt = list === undefined ? "dueAt" : `${list}.dueAt`;

  /** @throws what the kind throws, when it is written that the job is tried again */
  async function doIt(work: Claimed<Doc>, model: Model<Doc>, pool: Pool): Promise<void> {
    const { isStopping } = queue;
    const { job, renew, done, postpone } = createLease(work, model, { list, leaseMs, isStopping });
    const renewing = startTicker(leaseMs / 3, renew, (err) =>
      log.debug({ err, kind: name }, "lease not renewed"),
    );
    try {
      await done(await kind.run(job, pool));
    } catch (thrown) {
      const about = { err: thrown, kind: name, holder: job.doc._id, attempt: job.attempts };
      if (job.signal.aborted) log.warn(about, "job taken over by another process");
      else if (!isStopping()) {
        failed.inc({ kind: name });
        log.warn(about, "job postponed");
      }
      // A stop has ended it: the next process begins with it.
      const wait = isStopping() ? 0 : retryMs(job.attempts);
      // Without the database, it is due again when its lease ends.
      await postpone(new Date(clock.ms() + wait), job.attempts).catch(() => undefined);
      throw thrown;
    } finally {
      await renewing.stop();
    }
  }

  const queue = createJobQueue<Doc, Claimed<Doc>, Pool>(deps, kind, {
    batch: 1,
    async take(model, pool, others) {
      const now = clock.now();
      const due = { dueAt: { $lte: now }, ...kind.where?.(pool, now) };
      const worker = randomUUID();
      const lease = { dueAt: new Date(now.getTime() + leaseMs), worker };
      const doc = await model
        .findOneAndUpdate(
          {
            ...(list === undefined ? due : { [list]: { $elemMatch: due } }),
            ...others,
          } as QueryFilter<Doc>,
          { $set: inJob(list, lease), $inc: inJob(list, { attempts: 1 }) } as UpdateQuery<Doc>,
          { ...(list === undefined && { sort: { dueAt: 1 } }), returnDocument: "after" },
        )
        .lean<Doc>();
      return doc === null ? [] : [{ organizationId: doc.organizationId, doc, worker }];
    },
    run: ([work], model, pool) => doIt(work as Claimed<Doc>, model, pool).catch(() => undefined),
    async nextAt(model, now) {
      // What is due later, or is one of more than these, is found by a later look.
      const soon = { dueAt: { $gt: now, $lte: new Date(now.getTime() + leaseMs) } };
      const docs = await model
        // Not sorted, for which the whole index of a list would be read.
        .find((list === undefined ? soon : { [list]: { $elemMatch: soon } }) as QueryFilter<Doc>, {
          [dueAt]: 1,
        })
        .limit(jobsAhead)
        .lean<Doc[]>();
      const times = docs.flatMap((doc) => jobsIn(doc, list)).map((job) => job.dueAt?.getTime() ?? 0);
      return Math.min(...times.filter((time) => time > now.getTime()));
    },
  });
  return {
    ...queue,
    /** Does a job that was stored with its lease, in a request that waits for it. */
    doNow: (doc: Doc & { worker: string }, model: Model<Doc>, pool: Pool) =>
      doIt({ doc, worker: doc.worker }, model, pool),
    /** What is stored of a job that its process begins at once. */
    begun: () => ({ dueAt: new Date(clock.ms() + leaseMs), worker: randomUUID(), attempts: 1 }),
  };
}

function movedJobs<Doc extends JobHolder, Pool extends string>(deps: KindDeps, kind: MovedKind<Doc, Pool>) {
  const { log, failed } = deps;
  const { name, batch, list, waiting, select = {}, where = () => ({}), most = Infinity } = kind;
  /** The collections that had jobs since they were last counted. */
  const uncounted = new Set<Model<Doc>>();
  /** The organizations of which as many wait as may, by collection. */
  const full = new Map<Model<Doc>, ReadonlySet<string>>();
  deps.full.push((organizationId) => [...full.values()].some((ids) => ids.has(organizationId)));

  async function countWaiting(model: Model<Doc>): Promise<void> {
    if (most === Infinity || !(uncounted.delete(model) || full.has(model))) return;
    const counted = await model.aggregate<{ _id: string }>([
      { $match: waiting.filter },
      {
        $group: {
          // What has no organization in a field is one, or is of none.
          _id: { $ifNull: ["$organizationId", "$_id"] },
          jobs: { $sum: list === undefined ? 1 : { $size: `$${list}` } },
        },
      },
      { $match: { jobs: { $gte: most } } },
    ]);
    if (counted.length === 0) full.delete(model);
    else full.set(model, new Set(counted.map(({ _id }) => _id)));
  }

  return createJobQueue<Doc, Doc, Pool>(deps, kind, {
    batch,
    async take(model, _pool, others) {
      const wanted = where(clock.now());
      if (wanted === undefined) return [];
      const filter = { ...waiting.filter, ...wanted, ...others } as QueryFilter<Doc>;
      const docs = await model.find(filter).select(select).limit(batch).lean<Doc[]>();
      if (docs.length > 0) uncounted.add(model);
      return docs;
    },
    async nextAt(model) {
      await countWaiting(model);
      return Infinity;
    },
    run: (docs, model) =>
      kind.move(docs, model).catch((thrown: unknown) => {
        failed.inc({ kind: name });
        log.warn({ err: thrown, kind: name }, "jobs not done");
        // Without an end, what failed would be read again at once.
        throw thrown;
      }),
  });
}
