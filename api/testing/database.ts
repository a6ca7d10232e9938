import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";

interface TestDatabase {
  /** Of a database that no other caller uses. */
  uri: string;
  connection: Connection;
  close(): Promise<void>;
}

const emptied: TestDatabase[] = [];
let isOver = false;

/** A new database on the engine that all test files share; it is dropped when it is closed. */
export async function testDatabase(): Promise<TestDatabase> {
  const uri = process.env.TEST_ENGINE_URI?.replace("/souffleur?", `/test-${randomUUID()}?`);
  if (uri === undefined) throw new Error("no engine: this needs jest's globalSetup");
  const connection = await connectDatabase(uri, createLogger("silent"));
  return {
    uri,
    connection,
    async close() {
      await modelsReady(connection);
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

/** An empty database. It may have the indexes of an earlier test of the same file, since they are slow to create. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await testDatabase());
  let isClosed = false;
  return {
    ...database,
    async close() {
      // Another test may use it by now.
      if (isClosed) return;
      isClosed = true;
      // The test file's own afterAll runs after the one below.
      if (isOver) return database.close();
      await modelsReady(database.connection);
      const collections = (await database.connection.db?.collections()) ?? [];
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
      emptied.push(database);
    },
  };
}

/** A given database, which its owner closes, or an empty one. */
export const databaseFor = async (connection?: Connection) =>
  connection ? { connection, async close() {} } : emptyDatabase();

/** Waits for indexes that are being created, because they would create their collection again. */
async function modelsReady({ models }: Connection): Promise<void> {
  await Promise.allSettled(Object.values(models).map((model) => model.init()));
}

afterAll(async () => {
  isOver = true;
  for (const database of emptied.splice(0)) await database.close();
});
