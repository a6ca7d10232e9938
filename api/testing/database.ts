import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "mongoose";
import { connectDatabase } from "../src/database/connect.ts";
import { type EmbeddedEngine, startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";

interface TestDatabase {
  /** Names a database that no other call was given. */
  uri: string;
  connection: Connection;
  /** Drops the database; the engine goes on for the file's other tests. */
  close(): Promise<void>;
}

const log = createLogger("silent");
let running: Promise<{ engine: EmbeddedEngine; dataDir: string }> | undefined;

/** A fresh, empty database on a real engine, which is started once a test file and ends with it. */
export async function testDatabase(): Promise<TestDatabase> {
  running ??= start();
  const { engine } = await running;
  const uri = engine.uri.replace("/souffleur?", `/test-${randomUUID()}?`);
  const connection = await connectDatabase(uri, log);
  return {
    uri,
    connection,
    async close() {
      // An index that is still being made would bring its collection back.
      await Promise.allSettled(Object.values(connection.models).map((model) => model.init()));
      await connection.dropDatabase();
      await connection.close();
    },
  };
}

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "souffleur-test-"));
  return { engine: await startEmbeddedEngine({ dataDir, log }), dataDir };
}

afterAll(async () => {
  if (running === undefined) return;
  const { engine, dataDir } = await running;
  await engine.close();
  await rm(dataDir, { recursive: true, force: true });
});
