import { once } from "node:events";
import { type Server, request as send } from "node:http";
import { connect } from "node:net";
import { listen } from "../../../tools/network.ts";
import { createHttpServer } from "./listen.ts";
import { bodyPace } from "./slow-bodies.ts";

/** The same limits, eight times faster. */
const pace = { graceMs: 1000, bytesPerSecond: 32_768, checkEveryMs: 50 };

describe("a slow body", () => {
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createHttpServer(async (req, res) => {
      let bytes = 0;
      for await (const chunk of req) bytes += chunk.length;
      res.end(String(bytes));
    }, pace);
    port = await listen(server);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends `size` bytes at a time until `total` are sent or an answer comes. */
  const upload = async (
    total: number,
    size: number,
    everyMs: number,
    headers: Record<string, string> = {},
  ) => {
    const req = send({ port, method: "POST", headers: { "Content-Length": String(total), ...headers } });
    req.on("error", () => {});
    const answered = once(req, "response");
    let sent = 0;
    const timer = setInterval(() => {
      if (sent >= total) return;
      sent += size;
      req.write(Buffer.alloc(Math.min(size, total - (sent - size))));
      if (sent >= total) req.end();
    }, everyMs);
    const [response] = await answered.finally(() => clearInterval(timer));
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += chunk;
    return { status: response.statusCode, text };
  };

  test("of 3 MB at 250 kB/s passes: it would take twelve seconds, and more than one limit here", async () => {
    const total = (3 * 1024 * 1024) / 8;
    const { status, text } = await upload(total, 12_500, 50);
    expect({ status, text }).toEqual({ status: 200, text: String(total) });
    expect(bodyPace.bytesPerSecond).toBeLessThan(250_000 / 10);
  });

  test.each([
    ["stops", 0],
    ["trickles", 10],
  ])("that %s is cut with 408 and what to do", async (_how, size) => {
    const { status, text } = await upload(100_000, size, 50);
    expect(status).toBe(408);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "REQUEST_TOO_SLOW" });
  });

  test("that stops after it was fast is cut too, also without a length", async () => {
    const socket = connect(port, "127.0.0.1").setEncoding("utf8");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    const big = "x".repeat(500_000);
    socket.write(`${big.length.toString(16)}\r\n${big}\r\n`);
    const [answer] = await once(socket, "data");
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*Connection: close/);
    await once(socket, "close");
  });

  test("whose answer has begun is ended without another one", async () => {
    server.removeAllListeners("request");
    server.close();
    server = createHttpServer((_req, res) => res.write("early"), pace);
    port = await listen(server);
    const socket = connect(port, "127.0.0.1")
      .setEncoding("utf8")
      .on("error", () => {});
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n");
    let text = "";
    socket.on("data", (more) => {
      text += more;
    });
    await once(socket, "close");
    expect(text).toContain("early");
    expect(text).not.toContain("408");
  });

  test("is no matter of headers: those have five seconds, however they come", () => {
    expect(server.headersTimeout).toBe(5000);
    expect(server.requestTimeout).toBe(0);
  });
});
