import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Connection } from "mongoose";
import { connectDatabase } from "../src/database/connect.ts";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";

/** Of every demonstration account. */
export const password = "Rideau-Rouge-7";

export type Database = Awaited<ReturnType<typeof startDatabase>>;

/** As much of a stored user as is copied and looked at here. */
export interface StoredUser extends Record<string, unknown> {
  _id: string;
  email: string;
}

/** An engine on a folder of its own, in this process's care: it can be looked into, filled and killed. */
export async function startDatabase() {
  const dataDir = await mkdtemp(path.join(tmpdir(), "souffleur-bench-"));
  const log = createLogger("silent");
  const engine = await startEmbeddedEngine({ dataDir, log });
  const connection = await connectDatabase(engine.uri, log);
  return {
    uri: engine.uri,
    dataDir,
    connection,
    pid: engine.pid,
    async stop() {
      await connection.close();
      await engine.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies of the demonstration agent, which have its password. */
export async function copyAgent(
  connection: Connection,
  count: number,
  change: (index: number, agent: StoredUser) => Partial<StoredUser> & Record<string, unknown>,
): Promise<string[]> {
  const users = connection.collection<StoredUser>("users");
  const template = await users.findOne({ email: "agent@lumiere.example" });
  if (template === null) throw new Error("The demonstration agent is not there.");
  const copies = Array.from({ length: count }, (_, index) => ({
    ...template,
    _id: randomUUID() as string,
    ...change(index, template),
  }));
  // In parts: one command's size is limited.
  for (let from = 0; from < count; from += 500) await users.insertMany(copies.slice(from, from + 500));
  return copies.map(({ email }) => email);
}

/** Agents, or people of another role, with addresses that nobody had before. */
export function hireAgents(connection: Connection, count: number, role = "agent"): Promise<string[]> {
  const tag = randomUUID().slice(0, 8);
  return copyAgent(connection, count, (index) => ({
    email: `${role}-${tag}-${index}@lumiere.example`,
    role,
  }));
}
