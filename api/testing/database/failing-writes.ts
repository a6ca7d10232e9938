import { connect, createServer, type Socket } from "node:net";
import type { Connection } from "mongoose";
import { listen } from "../../tools/network.ts";

/** How each write of these collections begins, in the MongoDB protocol: an element with the collection's name. */
const writesOf = (collections: readonly string[]) =>
  ["insert", "update", "delete", "findAndModify"].flatMap((command) =>
    collections.map((collection) => {
      const length = Buffer.alloc(4);
      length.writeInt32LE(collection.length + 1);
      return Buffer.concat([Buffer.from(`\u0002${command}\0`), length, Buffer.from(`${collection}\0`)]);
    }),
  );

/**
 * A proxy to the tests' database that sees each write of some collections before the database does.
 * @param uri of the database
 * @param onWrite returns whether the write may pass, or passes as the last, whose answer is lost; the connection ends otherwise
 * @returns the address to use in its place
 */
export async function startKillingProxy(
  uri: string,
  collections: readonly string[],
  onWrite: () => boolean | "as the last",
) {
  const writes = writesOf(collections);
  const { hostname, port } = new URL(uri);
  const path = decodeURIComponent(hostname);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = path.startsWith("/") ? connect(path) : connect(Number(port), path);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    }
    let isLast = false;
    client.on("data", (chunk) => {
      const may = !writes.some((write) => chunk.includes(write)) || onWrite();
      isLast ||= may === "as the last";
      if (may === false) client.destroy();
      else database.write(chunk);
    });
    database.on("data", (chunk) => (isLast ? client.destroy() : client.write(chunk)));
    client.on("close", () => database.destroy());
    database.on("close", () => client.destroy());
  });
  const at = await listen(server, "127.0.0.1", 0);
  const address = new URL(uri.replace(hostname, "127.0.0.1"));
  address.port = String(at);
  return {
    uri: address.href,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A connection that fails after a number of writes, which leaves the database as a killed process does. */
export function failingConnection(connection: Connection, writes: { left: number }): Connection {
  const methods = new Set(["create", "updateOne", "updateMany", "deleteMany"]);
  return new Proxy(connection, {
    get(target, name) {
      if (name !== "model") return Reflect.get(target, name);
      return (...args: Parameters<Connection["model"]>) =>
        new Proxy(target.model(...args), {
          get(model, method) {
            const value = Reflect.get(model, method);
            if (!methods.has(String(method))) return value;
            return (...given: unknown[]) => {
              if (writes.left === 0) throw new Error("killed");
              writes.left -= 1;
              return value.apply(model, given);
            };
          },
        });
    },
  });
}

export const survives = (job: Promise<unknown>) =>
  job.then(
    () => true,
    () => false,
  );
