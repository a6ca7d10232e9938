import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A port that nobody listens on. It is below those that systems give to outgoing connections (32768 and more), which could
 * take it before its user does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(20_000 * Math.random());
    const server = createServer();
    const isFree = await listen(server, undefined, port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Longer than the product's own limit for its answer. */
const probeLimitMs = 5000;

/** Whether a product at this address reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(probeLimitMs) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** @throws Error when the product is not ready in time, or its process has ended */
export async function ready(url: string, limitMs: number, product?: ChildProcess): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await isReady(url)) return;
    const how = product?.exitCode ?? product?.signalCode ?? undefined;
    if (how !== undefined) throw new Error(`The product ended while it was starting (${how}).`);
    await delay(100);
  }
  throw new Error(`${url} did not get ready`);
}

/** An address to send as `X-Forwarded-For`: a different one for each number below 2^24. */
export const sourceAddress = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Listens on the loopback interface by default, on a free port unless one is given. @returns the port */
export async function listen(server: Server, host = "127.0.0.1", port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
