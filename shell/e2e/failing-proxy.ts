import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { fakeListen } from "../../api/testing/servers/fake-listen.ts";
import { launchProduct, type Product } from "../../api/tools/launch-product.ts";
import { makeScratchFolder } from "../../api/tools/scratch-folder.ts";

export type FailingProxy = Awaited<ReturnType<typeof startFailingProxy>>;

/** What the proxy does with a request to upgrade to a WebSocket. */
export type Upgrades = "pass" | "refuse" | "hang";

/** A product of its own behind a real proxy, which fails as a test wants. */
export async function startFailingProxy() {
  let upgrades: Upgrades = "pass";
  const dataDir = makeScratchFolder("e2e");
  let product: Product;
  /** Called instead of passing an answer on, when the API has given it. */
  let loseAnswer: ((address: string, res: ServerResponse) => boolean) | undefined;
  const target = () => Number(new URL(product.url).port);

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, url: address, headers } = req;
    const upstream = request({ port: target(), method, path: address, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        if (loseAnswer?.(address ?? "", res)) return;
        res.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(chunks));
      });
    });
    upstream.on("error", () => res.headersSent || res.writeHead(502).end());
    req.pipe(upstream);
  }

  const server = createServer(pass);
  server.on("upgrade", (req, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (upgrades === "refuse") return void socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
    if (upgrades === "hang") return;
    const upstream = connect(target(), "localhost");
    const lines = Object.entries(req.headers).map(([name, value]) => `${name}: ${value}`);
    upstream.write(`GET ${req.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    upstream.write(head);
    upstream.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  const { url, close } = await fakeListen(server);
  const start = async () => {
    product = await launchProduct({ PUBLIC_URL: url }, dataDir);
  };
  await start();
  return {
    url,
    /** Loses the next answers to renewals, as `lose` does it, until it returns false. */
    loseRenewals(lose: (res: ServerResponse) => boolean): void {
      loseAnswer = (address, res) => address === "/api/auth/refresh" && lose(res);
    },
    treatUpgrades(how: Upgrades): void {
      upgrades = how;
    },
    /** Ends the API as a crash does. */
    kill: () => product.kill(),
    start,
    async stop(): Promise<void> {
      await close();
      await product.stop();
      // The database may still be writing its last files.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
