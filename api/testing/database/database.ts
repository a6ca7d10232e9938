import { randomUUID } from "node:crypto";
import { readdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connection } from "mongoose";
import { connectDatabase } from "../../src/database/connect.ts";
import { createLogger } from "../../src/http/logger.ts";

interface TestDatabase {
  /** Of a database that no other caller uses; its connections wait longer for the busy engine than the product does. */
  uri: string;
  connection: Connection;
  close(): Promise<void>;
}

/** Of this file's tests that are over. */
const emptied: Pick<TestDatabase, "uri" | "connection">[] = [];
let isOver = false;

const newName = () => `test-${randomUUID()}`;

/** On a busy machine the engine takes longer to answer than the product waits. */
const patience = ["socket", "serverSelection", "connect"].map((what) => `&${what}TimeoutMS=60000`).join("");
/** The same address for a connection that waits no longer than the product's. */
export const impatient = (uri: string) => uri.replace(patience, "");

async function openDatabase(name: string): Promise<Pick<TestDatabase, "uri" | "connection">> {
  const engine = process.env.TEST_ENGINE_URI;
  if (engine === undefined) throw new Error("no engine: this needs jest's globalSetup");
  const uri = `${engine.replace("/souffleur?", `/${name}?`)}${patience}`;
  return { uri, connection: await connectDatabase(uri, createLogger("silent")) };
}

/** A new database on the engine that all test files share; it is dropped when it is closed. */
export async function testDatabase(): Promise<TestDatabase> {
  const { uri, connection } = await openDatabase(newName());
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
 * An empty database. It may have the indexes of an earlier test, also of another file: creating and dropping them was
 * most of the engine's work.
 */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = emptied.pop() ?? (await openDatabase(takeFreeName() ?? newName()));
  const { connection } = database;
  let isClosed = false;
  return {
    ...database,
    async close() {
      // Another test may use it by now.
      if (isClosed) return;
      isClosed = true;
      await modelsReady(connection);
      const collections = (await connection.db?.collections()) ?? [];
      // One after the other: the pool gives up after two seconds, in which a busy machine does not empty thirty.
      for (const collection of collections) await collection.deleteMany({});
      // The test file's own afterAll runs after the one below.
      if (isOver) await free(connection);
      else emptied.push(database);
    },
  };
}

/** The names of emptied databases that no test file uses are those of the files in this folder. */
const freeNames = process.env.TEST_FREE_DATABASES ?? "";

function takeFreeName(): string | undefined {
  return readdirSync(freeNames).find((name) => {
    try {
      // One of several processes removes it.
      unlinkSync(join(freeNames, name));
      return true;
    } catch {
      return false;
    }
  });
}

async function free(connection: Connection): Promise<void> {
  await connection.close();
  writeFileSync(join(freeNames, connection.name), "");
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
  for (const { connection } of emptied.splice(0)) await free(connection);
});
