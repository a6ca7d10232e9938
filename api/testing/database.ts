import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { connectDatabase } from "../src/database/connect.ts";
import { createLogger } from "../src/http/logger.ts";

interface TestDatabase {
  /** Names a database that no other caller has. */
  uri: string;
  connection: Connection;
  close(): Promise<void>;
}

const emptied: TestDatabase[] = [];
let isOver = false;

/** A fresh database on the engine that all test files share; dropped when it is closed. */
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

/**
 * An empty database, perhaps with the indexes that an earlier test of the same file left: to make them takes longer
 * than all else of a start.
 */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await testDatabase());
  let isClosed = false;
  return {
    ...database,
    async close() {
      // A second time it may be another test's already.
      if (isClosed) return;
      isClosed = true;
      // A file's own afterAll comes after the one below.
      if (isOver) return database.close();
      await modelsReady(database.connection);
      const collections = (await database.connection.db?.collections()) ?? [];
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
      emptied.push(database);
    },
  };
}

/** An index that is still being made would bring its collection back. */
async function modelsReady({ models }: Connection): Promise<void> {
  await Promise.allSettled(Object.values(models).map((model) => model.init()));
}

afterAll(async () => {
  isOver = true;
  for (const database of emptied.splice(0)) await database.close();
});
