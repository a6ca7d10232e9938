import type { Connection } from "mongoose";
import { testDatabase } from "../../testing/database/database.ts";
import { callModels } from "../calls/records/call-model.ts";
import { createLogger } from "../http/logger.ts";
import { migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";

const log = createLogger("silent");

describe("migrations", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
  });
  afterEach(() => close());

  const recorded = async () => {
    const done = { doneAt: { $exists: true } };
    return (await connection.collection("migrations").find(done).toArray()).map(({ _id }) => Number(_id));
  };

  function counting(numbers: readonly number[]) {
    const ran: number[] = [];
    const list: Migration[] = numbers.map((number) => ({
      number,
      name: `number ${number}`,
      async up(db) {
        ran.push(number);
        await db.collection("things").updateOne({ number }, { $inc: { times: 1 } }, { upsert: true });
      },
    }));
    return { ran, list };
  }

  test("run once, in the order of their numbers, when several processes start", async () => {
    const { ran, list } = counting([2, 1, 3]);
    await Promise.all(Array.from({ length: 5 }, () => migrate(connection, { log, migrations: list })));
    expect(ran).toEqual([1, 2, 3]);
    expect((await recorded()).sort()).toEqual([1, 2, 3]);
    await migrate(connection, { log, migrations: list });
    expect(ran).toEqual([1, 2, 3]);
  });

  test("of this version are numbered from the baseline, in their order", () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => 27 + index));
  });

  test("refuse a database from before the baseline, which stays as it is", async () => {
    const records = connection.collection<{ _id: number; name: string; doneAt: Date }>("migrations");
    const older = { _id: 26, name: "the last one before", doneAt: new Date() };
    await records.insertOne(older);
    await expect(migrate(connection, { log })).rejects.toThrow(
      "of a version before the first release, which this one cannot read. Start with an empty one",
    );
    expect(await records.find().toArray()).toEqual([older]);
  });

  test("run only once where a later version adds others", async () => {
    const { ran, list } = counting([1, 2]);
    await migrate(connection, { log, migrations: list.slice(0, 1) });
    await migrate(connection, { log, migrations: list });
    expect(ran).toEqual([1, 2]);
    await migrate(connection, { log, migrations: list.slice(0, 1) });
    expect(ran).toEqual([1, 2]);
  });

  test("are repeated by another process where the first one was killed", async () => {
    let tries = 0;
    const list: Migration[] = [
      {
        number: 1,
        name: "stops in the middle the first time",
        async up(db) {
          tries += 1;
          await db
            .collection("things")
            .updateOne({ _id: "half" as never }, { $set: { done: false } }, { upsert: true });
          if (tries === 1) throw new Error("killed");
          await db.collection("things").updateOne({ _id: "half" as never }, { $set: { done: true } });
        },
      },
    ];
    await expect(migrate(connection, { log, migrations: list })).rejects.toThrow("killed");
    // A killed process leaves its lock, which has not expired.
    await connection
      .collection("migrations")
      .updateOne({ _id: "lock" as never }, { $set: { owner: "killed", until: new Date(Date.now() + 500) } });
    expect(await recorded()).toEqual([]);
    await Promise.all([1, 2].map(() => migrate(connection, { log, migrations: list })));
    expect(tries).toBe(2);
    expect(await connection.collection("things").findOne({ _id: "half" as never })).toMatchObject({
      done: true,
    });
  });

  test("keep their lock while one of them takes longer than the lease", async () => {
    let ran = 0;
    const list: Migration[] = [
      {
        number: 1,
        name: "slow",
        async up() {
          ran += 1;
          await new Promise((resolve) => setTimeout(resolve, 900));
        },
      },
    ];
    await Promise.all([1, 2].map(() => migrate(connection, { log, migrations: list, leaseMs: 300 })));
    expect(ran).toBe(1);
  });

  test("of this version give ended calls their length, also after an interrupted run", async () => {
    const calls = callModels(connection).calls.collection;
    const startedAt = new Date("2026-03-28T23:30:00Z");
    const endedAt = new Date(startedAt.getTime() + 90_500);
    await calls.insertMany([
      ...Array.from({ length: 2100 }, (_, index) => ({ _id: `call-${index}`, startedAt, endedAt })),
      { _id: "done before", startedAt, endedAt, durationSeconds: 91 },
      { _id: "ended before it began", startedAt: endedAt, endedAt: startedAt },
      { _id: "under way", startedAt },
    ] as never[]);
    await migrate(connection, { log });
    for (const { up } of migrations) await up(connection.db as never);
    expect(await calls.countDocuments({ durationSeconds: 91 })).toBe(2101);
    expect(await calls.findOne({ _id: "ended before it began" as never })).toMatchObject({
      durationSeconds: 0,
    });
    expect(await calls.findOne({ _id: "under way" as never })).not.toHaveProperty("durationSeconds");
  });
});
