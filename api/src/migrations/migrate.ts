import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Connection, mongo } from "mongoose";
import { clock } from "../clock.ts";
import { isWritten } from "../database/duplicate-keys.ts";
import { DatabaseStartError } from "../database/start-error.ts";
import type { Logger } from "../http/logger.ts";
import { startTicker } from "../scheduling/ticker.ts";
import { migrations as all, type Migration } from "./migrations.ts";

/** A migration that is done. The lock is in the same collection, under its own id. */
interface Record {
  _id: number;
  name: string;
  doneAt: Date;
  tookMs: number;
}
interface Lock {
  _id: "lock";
  owner: string;
  until: Date;
}

interface MigrateOptions {
  log: Logger;
  migrations?: readonly Migration[];
  /** How long other processes wait for the lock of a dead process. */
  leaseMs?: number;
}

const lookAgainMs = 200;
const tooOld =
  "The database is of a version before the first release, which this one cannot read. Start with an empty one: move DATA_DIR away, or name another database in MONGODB_URI.";

/**
 * Migrates the stored data to this version before anything is served. One of several processes runs the migrations, and
 * the others wait. Where it dies, another process continues with the first migration that is not recorded.
 * @throws DatabaseStartError where the data is from before the first of them, and stays as it is
 */
export async function migrate(
  connection: Connection,
  { log, migrations = all, leaseMs = 10_000 }: MigrateOptions,
): Promise<void> {
  const database = databaseOf(connection);
  const baseline = Math.min(...migrations.map(({ number }) => number));
  const records = database.collection<Record>("migrations");
  const locks = database.collection<Lock>("migrations");
  const owner = randomUUID();

  async function due(): Promise<readonly Migration[]> {
    const done = new Set((await records.find({ _id: { $gte: 0 } }).toArray()).map(({ _id }) => _id));
    if (done.size > 0 && Math.max(...done) < baseline) throw new DatabaseStartError(tooOld);
    const known = new Set(migrations.map(({ number }) => number));
    const newer = [...done].filter((number) => !known.has(number));
    if (newer.length > 0) log.warn({ newer }, "a newer version has migrated this database");
    return migrations.filter(({ number }) => !done.has(number)).sort((a, b) => a.number - b.number);
  }

  /** False where another process has the lock. */
  function takeLock(): Promise<boolean> {
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    return isWritten(
      locks.updateOne({ _id: "lock", until: { $lt: now } }, { $set: { owner, until } }, { upsert: true }),
    );
  }

  async function keepLock(): Promise<boolean> {
    const until = new Date(clock.ms() + leaseMs);
    return (await locks.updateOne({ _id: "lock", owner }, { $set: { until } })).matchedCount === 1;
  }

  async function run({ number, name, up }: Migration): Promise<void> {
    const started = performance.now();
    log.info({ number, name }, "migrating");
    await up(database);
    const tookMs = Math.round(performance.now() - started);
    await records.updateOne(
      { _id: number },
      { $set: { name, doneAt: clock.now(), tookMs } },
      { upsert: true },
    );
    log.info({ number, tookMs }, "migrated");
  }

  for (let logged = false; (await due()).length > 0; ) {
    if (!(await takeLock())) {
      if (!logged) log.info("waiting for the process that migrates");
      logged = true;
      await sleep(lookAgainMs);
      continue;
    }
    const beat = startTicker(leaseMs / 3, keepLock, (thrown) =>
      log.warn({ err: thrown }, "the migration's lock was not renewed"),
    );
    try {
      // Queried again under the lock: another process may have run them meanwhile.
      for (const migration of await due()) {
        if (!(await keepLock())) break;
        await run(migration);
      }
    } finally {
      await beat.stop();
      await locks.updateOne({ _id: "lock", owner }, { $set: { until: new Date(0) } });
    }
  }
}

function databaseOf({ db }: Connection): mongo.Db {
  if (db === undefined) throw new Error("not connected");
  return db;
}
