import { createServer, type Server } from "node:http";
import compression from "compression";
import express from "express";
import { listen } from "../../tools/network.ts";
import { sendFile } from "./file-answer.ts";
import { createLogger } from "./logger.ts";

const part = "a line of the file\r\n".repeat(5000);

describe.each(["identity", "gzip"])("a file in the encoding %s", (encoding) => {
  let parts: () => AsyncIterable<string>;
  let server: Server;
  let port: number;
  let ended: Promise<void>;
  beforeEach(async () => {
    const app = express();
    app.use(compression());
    app.get("/", (req, res) => {
      Object.assign(req, { log: createLogger("silent") });
      ended = sendFile(req, res, { name: '../a "b"\r\n.csv', type: "text/csv", parts: parts() });
      return ended;
    });
    server = createServer(app);
    port = await listen(server);
  });
  afterEach(() => server.close());

  const get = (init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}`, { headers: { "accept-encoding": encoding }, ...init });

  test("is sent completely, and its name cannot add to the header", async () => {
    parts = async function* () {
      yield part;
      yield part;
    };
    const response = await get();
    expect(response.headers.get("content-disposition")).toBe("attachment; filename=..-a--b---.csv");
    expect(await response.text()).toBe(part + part);
  });

  test("that fails while it is sent is an error to its reader, and the server continues", async () => {
    parts = async function* () {
      yield part;
      throw new Error("the database is gone");
    };
    await expect(get().then((response) => response.text())).rejects.toThrow();
    await expect(ended).resolves.toBeUndefined();
    parts = async function* () {
      yield part;
    };
    expect(await (await get()).text()).toBe(part);
  });

  test("without an end is produced as it is read, until its reader disconnects", async () => {
    let stopped = () => {};
    const stop = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    parts = async function* () {
      try {
        for (;;) {
          yield part;
          await new Promise(setImmediate);
        }
      } finally {
        stopped();
      }
    };
    const leaving = new AbortController();
    const response = await get({ signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await stop;
    await expect(ended).resolves.toBeUndefined();
  });
});
