import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Connection } from "mongoose";
import { testDatabase } from "../../testing/database/database.ts";
import { createLogger } from "../http/logger.ts";
import { connectDatabase } from "./connect.ts";

/** More than a socket takes at once, and less than a document may have. */
const large = "x".repeat(15_000_000);

/**
 * The driver waited for ever where a socket took no more and was closed (`api/patches`). Its monitor did so too: the process
 * did not find its database again.
 */
describe("a command on a connection that is closed", () => {
  let sockets: Socket[];
  let connection: Connection;
  let close: () => Promise<unknown>;

  beforeEach(async () => {
    sockets = [];
    const opened = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    const db = await testDatabase();
    subscribe("net.client.socket", opened);
    connection = await connectDatabase(
      `${db.uri}&maxPoolSize=1&heartbeatFrequencyMS=500`,
      createLogger("silent"),
    );
    await connection.collection("things").insertOne({ name: "first" });
    unsubscribe("net.client.socket", opened);
    close = async () => {
      await connection.close();
      await db.close();
    };
  });
  afterEach(() => close());

  test("before it is written ends with an error", async () => {
    for (const socket of sockets) socket.destroy();
    await expect(connection.collection("things").insertOne({ name: "second" })).rejects.toThrow(/closed$/);
  });

  test("while it is written ends with an error", async () => {
    const written = connection.collection("things").insertOne({ large });
    const waiting = () => sockets.filter(({ writableNeedDrain }) => writableNeedDrain);
    while (waiting().length === 0) await turn();
    for (const socket of waiting()) socket.destroy();
    await expect(written).rejects.toThrow(/closed$/);
  });

  test("of its monitor leaves the database reachable", async () => {
    const again = new Promise((resolve) => connection.once("connected", resolve));
    for (const socket of sockets) socket.destroy();
    await connection
      .collection("things")
      .insertOne({ name: "second" })
      .catch(() => undefined);
    await again;
    await connection.collection("things").insertOne({ name: "third" });
    expect(await connection.collection("things").countDocuments({ name: "third" })).toBe(1);
  });
});
