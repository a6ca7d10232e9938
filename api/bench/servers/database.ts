import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Collection, Connection, mongo } from "mongoose";
import { connectDatabase } from "../../src/database/connect.ts";
import { startEmbeddedEngine } from "../../src/database/embedded-engine.ts";
import { createLogger } from "../../src/http/logger.ts";

export const password = "Rideau-Rouge-7";

export type Database = Awaited<ReturnType<typeof startDatabase>>;

interface StoredUser extends Record<string, unknown> {
  _id: string;
  email: string;
}

/** A database engine on a folder of its own, which the caller may query, fill and kill. */
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

/** Stores documents that a crash may lose, in parts: one command has a few seconds. */
export async function insertQuickly(collection: Collection, documents: readonly object[]): Promise<void> {
  const part = 100;
  for (let from = 0; from < documents.length; from += part) {
    const some = documents.slice(from, from + part) as mongo.OptionalUnlessRequiredId<mongo.Document>[];
    await collection.insertMany(some, { writeConcern: { w: 1, j: false }, ordered: false });
  }
}

export interface Firm {
  organizationId: string;
  /** Of its people's addresses. */
  domain: string;
}

/**
 * Creates agents, or people of another role, with unused e-mail addresses: copies of the demonstration agent, with its
 * password.
 * @param firm by default the demonstration organization
 * @returns their e-mail addresses
 */
export async function hireAgents(
  connection: Connection,
  count: number,
  role = "agent",
  { domain = "lumiere.example", ...place }: Partial<Firm> = {},
): Promise<string[]> {
  const users = connection.collection<StoredUser>("users");
  const template = await users.findOne({ email: "agent@lumiere.example" });
  if (template === null) throw new Error("The demonstration agent does not exist.");
  const tag = randomUUID().slice(0, 8);
  const people = Array.from({ length: count }, (_, index) => ({
    ...template,
    _id: randomUUID() as string,
    email: `${role}-${tag}-${index}@${domain}`,
    role,
    ...place,
  }));
  // In batches: the size of one command is limited.
  for (let from = 0; from < count; from += 500) await users.insertMany(people.slice(from, from + 500));
  return people.map(({ email }) => email);
}
