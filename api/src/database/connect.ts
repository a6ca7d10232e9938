import mongoose, { type Connection, type Model, type mongo } from "mongoose";
import { createCensor } from "../config/censor.ts";
import { onOneLine } from "../config/quoted.ts";
import type { Logger } from "../http/logger.ts";
import { DatabaseStartError } from "./start-error.ts";

/** A server's code: it builds no index with less than 500 MB. */
const outOfDiskSpace = 14031;

/** Used where the address names no database; the driver's default is "test". */
const databaseName = "souffleur";
/** How long is waited for a server, in ms, unless the address sets other times. */
const limits = {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 2000,
  // A server that holds its connections open without an answer counts as gone: no command takes this long.
  socketTimeoutMS: 2500,
};

/**
 * Opens the process's one connection. All models belong to it, not to the global mongoose. A write is acknowledged when
 * it is in the journal, of a majority where there are several members. A field that no schema names is an error.
 * @throws DatabaseStartError, without passwords, where no server answers within 2 s
 */
export async function connectDatabase(uri: string, log: Logger): Promise<Connection> {
  const names = (option: string) => new RegExp(`[?&]${option}=`).test(uri);
  const namesDatabase = /^mongodb(\+srv)?:\/\/[^/]+\/[^?]/.test(uri);
  const connection = mongoose.createConnection();
  const censor = createCensor({ MONGODB_URI: uri });
  /** The driver's message quotes an address that it cannot parse. */
  const withoutPasswords = (text: string) => censor(text).replace(/\/\/[^@\s]*@/g, "//…@");
  // Set on the connection, so that it applies to every model whose schema does not set it.
  connection.plugin((schema) => {
    if (schema.get("strict") === true) schema.set("strict", "throw");
    schema.static("createIndexes", createIndexes);
  });
  try {
    await connection.openUri(uri, {
      ...(!namesDatabase && { dbName: databaseName }),
      bufferCommands: false,
      ...(Object.fromEntries(Object.entries(limits).filter(([option]) => !names(option))) as Partial<
        typeof limits
      >),
      // A retry would double the time until a failure is reported; the caller may retry.
      retryReads: false,
      // The embedded engine's address sets w=1: with "majority" that engine acknowledges a write before it is in the
      // journal (seen: acknowledged writes lost on kill -9).
      ...(!names("w") && { w: "majority" }),
      journal: true,
    });
  } catch (error) {
    await connection.destroy();
    const reason = withoutPasswords(error instanceof Error ? error.message : String(error));
    throw new DatabaseStartError(
      `The database cannot be reached (${inOneLine(reason)}). Check MONGODB_URI: hosts, ports, user, password, options and the files that it names, and whether the server runs.`,
    );
  }
  connection.on("error", (error: Error) =>
    log.error({ reason: withoutPasswords(error.message) }, "database error"),
  );
  let closing = false;
  connection.on("disconnecting", () => {
    closing = true;
  });
  connection.on("disconnected", () => {
    if (!closing) log.warn("the database is not reachable");
  });
  connection.on("connected", () => log.info("the database is reachable"));
  return connection;
}

/** All indexes of a model by one command: mongoose sends one for each, which are over a hundred at every start. */
async function createIndexes(this: Model<unknown>): Promise<void> {
  const indexes = this.schema.indexes().map(([key, options]) => ({ ...options, key }));
  if (indexes.length > 0) await this.collection.createIndexes(indexes as mongo.IndexDescription[]);
}

/**
 * What ends a start. A server that accepts the connection may still refuse the first commands: to a user with other rights,
 * on a member that only reads, with a write concern that it cannot keep.
 * @returns an error in one line where it is the driver's or the server's, else the error as it is
 */
export function explainStart(error: unknown): unknown {
  if (!(error instanceof mongoose.mongo.MongoError)) return error;
  if (error.code === outOfDiskSpace)
    return new DatabaseStartError(
      `The database's disk is full (${inOneLine(error.message)}). Free some space.`,
      { cause: error },
    );
  return new DatabaseStartError(
    `The database does not do what the start needs (${inOneLine(error.message)}). Check MONGODB_URI: its options, the database's name, and whether its user may read, write and create indexes.`,
    { cause: error },
  );
}

function inOneLine(text: string): string {
  return onOneLine(text.trim().replace(/\s+/g, " ")).replace(/\.$/, "");
}
