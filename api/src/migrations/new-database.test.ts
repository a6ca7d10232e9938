import path from "node:path";
import type { Connection } from "mongoose";
import { startApp } from "../../testing/app.ts";
import { writeBuild } from "../../testing/built-remotes.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry } from "../releases/store/registry.ts";
import { migrate } from "./migrate.ts";
import { type Migration, migrations } from "./migrations.ts";

const log = createLogger("silent");
const keys = createKeyring(["the-new-database-test's-secret-0123456789"]);

describe("migrations on a new database", () => {
  let connection: Connection;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ connection, close } = await testDatabase());
  });
  afterEach(() => close());

  const records = () =>
    connection.collection<{ _id: number | string; name: string; tookMs?: number }>("migrations");
  const recorded = async () =>
    (
      await records()
        .find({ _id: { $ne: "lock" } })
        .sort({ _id: 1 })
        .toArray()
    ).map(({ _id }) => _id);

  /** Three, of which the second one changes more than stored data. */
  function threeMigrations() {
    const ran: number[] = [];
    const list = [1, 2, 3].map(
      (number): Migration => ({
        number,
        name: `number ${number}`,
        ...(number === 2 && { preparesNew: true }),
        async up(db) {
          ran.push(number);
          await db.collection("things").insertOne({ number });
        },
      }),
    );
    return { ran, list };
  }

  test("are recorded without running, but for those that prepare it, when several processes start", async () => {
    const { ran, list } = threeMigrations();
    await Promise.all([1, 2, 3].map(() => migrate(connection, { log, keys, migrations: list })));
    expect(ran).toEqual([2]);
    expect(await recorded()).toEqual([1, 2, 3]);
  });

  test("are recorded where a process was killed with the lock, after a part of them", async () => {
    await records().insertMany([
      { _id: "lock", owner: "killed", until: new Date(Date.now() + 300) },
      { _id: 3, name: "number 3", doneAt: new Date() },
    ] as never[]);
    const { ran, list } = threeMigrations();
    await migrate(connection, { log, keys, migrations: list });
    expect(ran).toEqual([2]);
    expect(await recorded()).toEqual([1, 2, 3]);
  });

  test("that prepare it run again where the process was killed meanwhile", async () => {
    const { ran, list } = threeMigrations();
    const killed = list.map(({ up, ...rest }) => ({
      ...rest,
      async up(...given: Parameters<typeof up>) {
        await up(...given);
        throw new Error("killed");
      },
    }));
    await expect(migrate(connection, { log, keys, migrations: killed })).rejects.toThrow("killed");
    expect(await recorded()).toEqual([1, 3]);
    await migrate(connection, { log, keys, migrations: list });
    expect(ran).toEqual([2, 2]);
    expect(await recorded()).toEqual([1, 2, 3]);
  });

  test("run where an earlier version, or a restored backup, has left nothing but an empty collection", async () => {
    await connection.createCollection("users");
    const { ran, list } = threeMigrations();
    await migrate(connection, { log, keys, migrations: list });
    expect(ran).toEqual([1, 2, 3]);
  });

  test("of this version leave it as if all had run", async () => {
    const other = await testDatabase();
    const stateOf = async ({ db }: Connection) => {
      const collections = await db?.listCollections({}, { nameOnly: false }).toArray();
      return collections
        ?.filter(({ name }) => name !== "migrations")
        .map(({ name, options }) => ({ name, options }));
    };
    await migrate(connection, { log, keys });
    for (const { up } of migrations)
      await up(other.connection.db as never, { connection: other.connection, keys });
    const state = await stateOf(connection);
    expect(state).toEqual(await stateOf(other.connection));
    expect(state).toEqual([{ name: "audit_log", options: {} }]);
    const stored = ["users", "audit_log"].map((name) => connection.collection(name).countDocuments());
    expect(await Promise.all(stored)).toEqual([0, 0]);
    await other.close();
  });

  test("of this version are recorded by the product's first start, which has stored its releases before", async () => {
    const build = path.join(temporaryFolder(), "dist");
    await writeBuild(build, "mfe-admin", "first");
    const registry = openRegistry(connection, log);
    await registry.publishBuilds([build]);
    await registry.stop();
    const app = await startApp({ connection });
    await app.close();
    expect(await recorded()).toEqual(migrations.map(({ number }) => number));
    expect(await records().distinct("_id", { tookMs: { $exists: true } })).toEqual([2]);
  });
});
