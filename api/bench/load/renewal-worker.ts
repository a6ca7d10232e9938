import { Agent, type IncomingMessage, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { sourceAddress } from "../../tools/network.ts";

// A thread of its own, so that the client does not slow the measured server down. Each request sends the cookie that the
// response before has set.
const { urls, cookies, durationMs }: { urls: string[]; cookies: string[]; durationMs: number } = workerData;
const agent = new Agent({ keepAlive: true });
const end = performance.now() + durationMs;
let done = 0;
let refused = 0;

function post(url: string, cookie: string, source: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, origin: new URL(url).origin, "x-forwarded-for": source };
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    });
    sent.on("error", reject);
    sent.end();
  });
}

async function renew(cookie: string, index: number): Promise<void> {
  const url = urls[index % urls.length] ?? "";
  for (let n = 0, held = cookie; performance.now() < end; n++) {
    const answer = await post(url, held, sourceAddress((index << 16) | n));
    if (answer.statusCode === 200) done += 1;
    else refused += 1;
    held = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? held;
  }
}

const started = performance.now();
await Promise.all(cookies.map(renew));
agent.destroy();
parentPort?.postMessage({ perSecond: (done * 1000) / (performance.now() - started), refused });
