import mongoose, { type Connection } from "mongoose";
import type { Logger } from "../http/logger.ts";
import { DatabaseStartError } from "./start-error.ts";

/** Taken where the address names none; the driver itself would take "test". */
const databaseName = "souffleur";
const selectionLimitMs = 2000;
/** A server that keeps its connections and does not answer counts as gone: no command takes this long. */
const silenceLimitMs = 2500;

/**
 * Opens the one connection that everything is handed; models belong to it, never to the global mongoose.
 * Every write is acknowledged only when it is in the journal, of a majority where there are several members,
 * and a field that no schema names is an error.
 * @throws DatabaseStartError, free of passwords, where no server answers within 2 s
 */
export async function connectDatabase(uri: string, log: Logger): Promise<Connection> {
  const namesDatabase = /^mongodb(\+srv)?:\/\/[^/]+\/[^?]/.test(uri);
  const connection = mongoose.createConnection();
  // At the connection, so that no model can be made without it; a schema's own choice stands.
  connection.plugin((schema) => {
    if (schema.get("strict") === true) schema.set("strict", "throw");
  });
  try {
    await connection.openUri(uri, {
      ...(!namesDatabase && { dbName: databaseName }),
      bufferCommands: false,
      serverSelectionTimeoutMS: selectionLimitMs,
      connectTimeoutMS: selectionLimitMs,
      waitQueueTimeoutMS: selectionLimitMs,
      socketTimeoutMS: silenceLimitMs,
      // A second try would make a refusal take twice as long; the caller may retry.
      retryReads: false,
      // The embedded engine's address asks for one member itself: it has no others, and asked for a majority it
      // answers before the journal is written (seen: acknowledged writes lost on kill -9).
      ...(!/[?&]w=/.test(uri) && { w: "majority" }),
      journal: true,
    });
  } catch (error) {
    await connection.destroy();
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(`The database cannot be reached (${withoutPasswords(reason)}).`);
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

/** The driver quotes an address that it cannot read. */
function withoutPasswords(text: string): string {
  return text.replace(/\/\/[^@\s]*@/g, "//…@");
}
