import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Connection, mongo } from "mongoose";
import { clock } from "../clock.ts";
import type { Logger } from "../http/logger.ts";
import {
  BackupError,
  type BackupLine,
  oneLine,
  type ReadLine,
  readBackup,
  writeBackup,
} from "./backup-file.ts";
import { connectDatabase } from "./connect.ts";
import { startEmbeddedEngine } from "./embedded-engine.ts";
import { lockFolder } from "./folder-lock.ts";

interface Options {
  /** The data folder; no other process may use it meanwhile. */
  dataDir: string;
  file: string;
  log: Logger;
}

const batch = 500;
const batchCharacters = 16 * 1024 * 1024;
const stagingPrefix = "restoring-";

async function withEngine<T>(dataDir: string, log: Logger, work: (db: mongo.Db) => Promise<T>): Promise<T> {
  const engine = await startEmbeddedEngine({ dataDir, log, onNotice: console.error });
  try {
    const connection: Connection = await connectDatabase(engine.uri, log);
    try {
      if (connection.db === undefined) throw new Error("not connected");
      return await work(connection.db);
    } finally {
      await connection.close();
    }
  } finally {
    await engine.close();
  }
}

/**
 * Writes the data of the embedded engine and its generated secret to one file.
 * @throws BackupError where there is no database or the file cannot be written; DatabaseStartError where another
 * process has the folder
 */
export async function backUp({ dataDir, file, log }: Options): Promise<{ documents: number; bytes: number }> {
  if (!existsSync(join(dataDir, "db"))) {
    throw new BackupError(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder that has one.`,
    );
  }
  const secret = await readIfThere(join(dataDir, "secret"));
  let documents = 0;

  async function* lines(db: mongo.Db): AsyncGenerator<BackupLine> {
    yield { souffleurBackup: 1, takenAt: clock.now().toISOString(), ...(secret && { secret }) };
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      if (name.startsWith("system.")) continue;
      const collection = db.collection(name);
      yield { collection: name, indexes: await collection.indexes() };
      for await (const document of collection.find({}, { promoteValues: false })) {
        documents += 1;
        yield { document };
      }
    }
    yield { end: { documents } };
  }

  const bytes = await withEngine(dataDir, log, (db) => writeBackup(file, lines(db)));
  return { documents, bytes };
}

/**
 * Creates a data folder from a backup. The database is filled in a temporary folder and moved into place when it is
 * complete: an interrupted restore changes nothing and can be repeated.
 * @throws BackupError where the folder has a database, or the file is not a complete backup
 */
export async function restore({ dataDir, file, log }: Options): Promise<{ documents: number }> {
  const unlock = lockFolder(dataDir);
  try {
    await requireEmpty(dataDir);
    const staging = await mkdtemp(join(dataDir, stagingPrefix));
    try {
      const { documents, secret } = await withEngine(staging, log, (db) => fill(db, file));
      await takeSecret(join(dataDir, "secret"), secret);
      await rename(join(staging, "db"), join(dataDir, "db"));
      return { documents };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, "db"))) {
    throw new BackupError(
      `${resolve(dataDir)} has a database already. Set DATA_DIR to another folder, or move that one's "db" away.`,
    );
  }
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(stagingPrefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Writes a backup's collections, indexes and documents to an empty database.
 * @throws BackupError where the file is not a complete backup; all before the wrong line has been written by then
 */
export async function fill(
  db: mongo.Db,
  file: string,
): Promise<{ documents: number; secret: string | undefined }> {
  let secret: string | undefined;
  let collection: mongo.Collection | undefined;
  const names = new Set<string>();
  let documents = 0;
  let waiting: mongo.Document[] = [];
  let waitingCharacters = 0;
  const flush = async () => {
    if (waiting.length > 0) await collection?.insertMany(waiting);
    documents += waiting.length;
    waiting = [];
    waitingCharacters = 0;
  };
  const take = async ({ line, characters }: ReadLine) => {
    if ("souffleurBackup" in line) ({ secret } = line);
    else if ("document" in line) {
      if (collection === undefined) throw new Error("a document comes before its collection");
      waiting.push(line.document);
      waitingCharacters += characters;
      if (waiting.length === batch || waitingCharacters > batchCharacters) await flush();
    } else if ("collection" in line) {
      await flush();
      if (names.has(line.collection)) throw new Error("a collection comes twice");
      names.add(line.collection);
      collection = await db.createCollection(line.collection);
      const indexes = line.indexes.filter(({ name }) => name !== "_id_").map(({ v: _, ...index }) => index);
      if (indexes.length > 0) await collection.createIndexes(indexes as unknown as mongo.IndexDescription[]);
    } else {
      await flush();
      if (line.end.documents !== documents) {
        throw new BackupError(`${file} names ${line.end.documents} documents and has ${documents}.`);
      }
    }
  };
  for await (const read of readBackup(file)) {
    try {
      await take(read);
    } catch (error) {
      if (error instanceof BackupError) throw error;
      // The database refuses some names, indexes and documents.
      throw new BackupError(`${file} cannot be restored (up to line ${read.number}: ${oneLine(error)}).`, {
        cause: error,
      });
    }
  }
  return { documents, secret };
}

/** Without the secret the audit log cannot be checked, and mailed links and signed tokens are no longer valid. */
async function takeSecret(path: string, secret: string | undefined): Promise<void> {
  if (secret === undefined) return;
  const present = await readIfThere(path);
  if (present !== undefined && present !== secret) {
    throw new BackupError(`${path} is another secret than the backup's. Move it away first.`);
  }
  await writeFile(path, secret, { mode: 0o600 });
}

async function readIfThere(path: string): Promise<string | undefined> {
  return existsSync(path) ? await readFile(path, "utf8") : undefined;
}
