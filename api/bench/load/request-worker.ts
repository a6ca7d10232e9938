import { Agent, type IncomingMessage, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { sourceAddress } from "../../tools/network.ts";

export interface SentRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

// Clients in a thread of their own, so that they do not slow the measured server down. Each sends its requests in turn, from
// a new address every time; a client with a cookie sends the one that the response before has set.
const { clients, durationMs }: { clients: SentRequest[][]; durationMs: number } = workerData;
const agent = new Agent({ keepAlive: true });
const started = performance.now();
let accepted = 0;
let refused = 0;
let sources = 0;

function send({ url, method, headers, body }: SentRequest, cookie?: string): Promise<IncomingMessage> {
  const source = { "x-forwarded-for": sourceAddress(++sources) };
  const options = { method, agent, headers: { ...headers, ...(cookie && { cookie }), ...source } };
  return new Promise((resolve, reject) => {
    request(url, options, (answer) => answer.resume().once("end", () => resolve(answer)))
      .once("error", reject)
      .end(body);
  });
}

async function work(requests: readonly SentRequest[]): Promise<void> {
  let cookie = requests[0]?.headers?.cookie;
  const isOver = () => performance.now() - started >= durationMs;
  while (!isOver()) {
    for (const next of requests) {
      if (isOver()) return;
      const answer = await send(next, cookie);
      if (answer.statusCode === 200) accepted += 1;
      else refused += 1;
      if (cookie !== undefined) cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
    }
  }
}

await Promise.all(clients.map(work));
agent.destroy();
parentPort?.postMessage({ perSecond: (accepted * 1000) / (performance.now() - started), accepted, refused });
