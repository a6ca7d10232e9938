import { setTimeout as sleep } from "node:timers/promises";
import type { Model } from "mongoose";
import { clock } from "../clock.ts";
import { onWrite } from "../database/on-write.ts";
import type { Logger } from "../http/logger.ts";
import type { JobHolder } from "./job-lease.ts";
import type { Pollers } from "./pollers.ts";
import { createTurns } from "./turns.ts";
import { createUnsearched } from "./unsearched.ts";

type Owned = Pick<JobHolder, "organizationId">;

export interface Kind<Doc, Pool extends string> {
  /** For the metrics. */
  name: string;
  /** How many turns a process has at once, and how many of them an organization. */
  shares: Record<Pool, { places: number; share: number }>;
  /** The list of its documents that has the jobs; else each document is one. */
  list?: string;
  /** Finds those that wait by an index, and since when they do. */
  waiting: { filter: object; since: string };
  /** Where they are, but for collections that `watch` adds. */
  models?: readonly Model<Doc>[];
}

export type Measured = Pick<Kind<never, string>, "name" | "list" | "waiting">;

interface QueueDeps {
  pollers: Pick<Pollers, "add">;
  log: Pick<Logger, "debug">;
  measure(kind: Measured, models: readonly Model<JobHolder>[]): void;
}

const everyMs = 1000;
const soonestMs = 100;
const stopMs = 6000;

/**
 * The places in which this process works on the jobs of a kind: it looks for some when they are announced, again and again,
 * and when a lease ends.
 */
export function createJobQueue<Doc extends JobHolder, Work extends Owned, Pool extends string>(
  { pollers, log, measure }: QueueDeps,
  kind: Kind<Doc, Pool>,
  own: {
    batch: number;
    take(model: Model<Doc>, pool: Pool, others: object): Promise<readonly Work[]>;
    run(work: readonly Work[], model: Model<Doc>, pool: Pool): Promise<unknown>;
    nextAt?(model: Model<Doc>, now: Date): Promise<number>;
  },
) {
  const { name, shares } = kind;
  const models: Model<Doc>[] = [];
  measure(kind, models as unknown as readonly Model<JobHolder>[]);
  const running = new Set<Promise<void>>();
  let state: "new" | "started" | "stopped" = "new";
  /** Whether there was a job since the last poll. */
  let had = false;
  /** Increases when jobs are announced. */
  let wakes = 0;
  /** The collection that is looked through first: each in turn, so that none waits for all jobs of another. */
  let first = 0;

  function createPool(pool: Pool) {
    const { places, share } = shares[pool];
    const turns = createTurns(share, own.batch);
    const unsearched = createUnsearched<Doc>();
    let busy = 0;
    async function take(without: readonly string[]) {
      first += 1;
      for (const at of models.keys()) {
        const model = models[(first + at) % models.length] as Model<Doc>;
        const work = await unsearched.search(model, without, (others) => own.take(model, pool, others));
        if (work.length > 0) return { work, model };
      }
      return { work: [] };
    }
    async function work(): Promise<void> {
      while (state !== "stopped") {
        const seen = wakes;
        const turn = await turns.take(take);
        // What was announced during the search may be in a collection that was searched before.
        if (turn === undefined && seen === wakes) return;
        if (turn === undefined) continue;
        had = true;
        // There may be more: each that finds one starts another.
        fill();
        const { work, model } = turn.taken;
        await (model && own.run(work, model, pool).finally(turn.end));
      }
    }
    function fill(): void {
      if (busy >= places || state === "stopped") return;
      busy += 1;
      const one = work()
        // An unavailable database is logged by requests.
        .catch((err: unknown) => log.debug({ err, kind: name }, "jobs paused"))
        .finally(() => {
          busy -= 1;
          running.delete(one);
        });
      running.add(one);
    }
    return { fill, unsearched };
  }
  const pools = (Object.keys(shares) as Pool[]).map(createPool);
  const fillAll = () => {
    for (const { fill } of pools) fill();
  };
  const mayHaveJobs = (model: Model<Doc>) => {
    for (const { unsearched } of pools) unsearched.add(model);
  };
  /** Also finds what other processes have written. */
  const searchAll = () => {
    models.forEach(mayHaveJobs);
    fillAll();
  };
  function watch(model: Model<Doc>): void {
    models.push(model);
    onWrite(model, () => mayHaveJobs(model));
  }
  kind.models?.forEach(watch);

  const poller = pollers.add({
    name,
    everyMs,
    backsOff: true,
    async task() {
      const hadSome = had;
      had = false;
      searchAll();
      const now = clock.now();
      const next = Math.min(
        ...(await Promise.all(models.map((model) => own.nextAt?.(model, now) ?? Infinity))),
      );
      if (next < Infinity) poller.lookIn(Math.max(soonestMs, next - now.getTime()));
      return hadSome;
    },
    failed: (err) => log.debug({ err, kind: name }, "jobs not looked for"),
  });

  return {
    /** Registers a collection; to be called before `start`. */
    watch<Watched extends JobHolder>(model: Model<Watched>): void {
      watch(model as unknown as Model<Doc>);
    },
    /** Looks now, instead of at the next interval, for jobs that this process has written. */
    wake(): void {
      wakes += 1;
      if (state === "started") fillAll();
    },
    /** Does all that is due, also before the start. */
    async drain(): Promise<void> {
      wakes += 1;
      searchAll();
      while (running.size > 0) await Promise.all(running);
    },
    start(): void {
      state = "started";
      poller.start();
      searchAll();
    },
    /** Waits for what is under way, for so long at most; the next process repeats the rest. */
    async stop(withinMs = stopMs): Promise<void> {
      state = "stopped";
      await poller.stop();
      await Promise.race([Promise.all(running), sleep(withinMs, undefined, { ref: false })]);
    },
    isStopping: () => state === "stopped",
  };
}
