import { setTimeout as sleep } from "node:timers/promises";
import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { clock } from "../clock.ts";

/** What is stored of a job that one process at a time does: in its document, or in an element of a list of it. */
export interface StoredJob {
  /** The earliest time to do it; while a process does it, the time at which another one may. Absent where nothing is to be done. */
  dueAt?: Date;
  attempts?: number;
  /** The claim of the process that does it. */
  worker?: string;
}

/** A document with jobs. */
export interface JobHolder {
  _id: string;
  organizationId?: string | null | undefined;
}

/** A job of which this process has the lease. */
export interface Job<Doc> {
  doc: Doc;
  model: Model<Doc>;
  /** Its `worker`, by which it is known in its document. */
  worker: string;
  /** How often it was claimed. */
  attempts: number;
  /** Aborted when another process has the job, or it is gone. */
  signal: AbortSignal;
  isStopping(): boolean;
  /**
   * Writes what becomes of it, in place of the usual.
   * @param only what must be so besides
   * @returns false where that is not so, or the job is no longer this process's
   */
  end(update: object, only?: object): Promise<boolean>;
}
/** What a process has claimed. */
export interface Claimed<Doc> extends Pick<JobHolder, "organizationId"> {
  doc: Doc;
  worker: string;
}

const againMs = 500;

export function createLease<Doc extends JobHolder>(
  { doc, worker }: Claimed<Doc>,
  model: Model<Doc>,
  { list, leaseMs, isStopping }: { list: string | undefined; leaseMs: number; isStopping(): boolean },
) {
  const lost = new AbortController();
  const { attempts = 1 } = jobsIn(doc, list).find((one) => one.worker === worker) ?? {};
  // A process of a version that sets no `worker` counts its claim.
  const held = { worker, attempts };
  const own = {
    _id: doc._id,
    ...(list === undefined ? held : { [list]: { $elemMatch: held } }),
  } as QueryFilter<Doc>;
  let isEnded = false;
  const write = async (update: object, only: object = {}) => {
    const options = { updatePipeline: Array.isArray(update) };
    return (await model.updateOne({ ...own, ...only }, update as UpdateQuery<Doc>, options)).matchedCount > 0;
  };
  const job: Job<Doc> = {
    ...{ doc, model, worker, attempts, isStopping, signal: lost.signal },
    async end(update, only) {
      const isWritten = await write(update, only);
      isEnded ||= isWritten;
      return isWritten;
    },
  };
  const postpone = (dueAt: Date, attemptsSoFar = 0) =>
    job.end({
      $set: inJob(list, { dueAt, attempts: attemptsSoFar }),
      $unset: inJob(list, { worker: "" }),
    });
  const remove = () =>
    job.end(
      list === undefined
        ? { $unset: { dueAt: "", worker: "", attempts: "" } }
        : { $pull: { [list]: { worker } } },
    );
  return {
    job,
    postpone,
    async renew(): Promise<void> {
      const isHeld = await write({ $set: inJob(list, { dueAt: new Date(clock.ms() + leaseMs) }) });
      if (!isHeld && !isEnded) lost.abort();
    },
    /** However long the database is away: what stays would be done again. @param dueAt when it is due again */
    async done(dueAt: Date | undefined): Promise<void> {
      while (!isEnded && !lost.signal.aborted) {
        try {
          if (!(await (dueAt === undefined ? remove() : postpone(dueAt)))) return;
        } catch (thrown) {
          if (isStopping()) throw thrown;
          await sleep(againMs);
        }
      }
    },
  };
}

/** The jobs that a document has. */
export function jobsIn(doc: object | null, list: string | undefined): readonly StoredJob[] {
  if (doc === null) return [];
  return list === undefined ? [doc] : ((doc as Record<string, StoredJob[] | undefined>)[list] ?? []);
}

/** The paths of a job's fields in an update. */
export const inJob = (list: string | undefined, fields: object) =>
  list === undefined
    ? fields
    : Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${list}.$.${name}`, value]));
