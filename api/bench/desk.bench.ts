import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Browser, Page } from "playwright";
import type { CallDoc } from "../src/calls/records/call-model.ts";
import { openDashboard, turnWheel, withBrowser } from "./browser/open-screen.ts";
import { smoothness } from "./browser/smoothness.ts";
import { median, type Row, row } from "./figures.ts";
import type { ApiServer } from "./servers/api-server.ts";
import { newCall, scriptLine } from "./servers/live-server.ts";

const callCount = 200;
const watcherCount = 10;
/** How many rows a large screen shows. */
const onScreen = 16;
/** The time between two lines of a call. */
const lineEveryMs = 4000;
const measuredMs = 10_000;
const rounds = 3;

/** Watchers in a thread of their own, so that their work is not measured, until the worker is terminated. */
const watchers = `
  const { workerData, parentPort } = require("node:worker_threads");
  const { io } = require(workerData.client);
  let ready = 0;
  for (let n = 0; n < workerData.count; n++) {
    const socket = io(workerData.url, { transports: ["websocket"], forceNew: true, auth: { token: workerData.token } });
    socket.on("connect", () =>
      socket.emit("follow_desk", { callIds: workerData.callIds }, (answer) => {
        if (!answer.success) throw new Error(answer.error);
        if (++ready === workerData.count) parentPort.postMessage("ready");
      }),
    );
  }
`;

/** Running calls of the organization, with a new line every few seconds. */
async function startCalls({ live, signIn }: ApiServer) {
  const { organization } = await signIn("supervisor");
  const calls: CallDoc[] = Array.from({ length: callCount }, (_, n) => ({
    ...newCall(),
    organizationId: organization?.id ?? null,
    agentId: `agent-${n}`,
    agentName: `Agent ${n}`,
    clientName: `Client ${n}`,
    leaseUntil: new Date(Date.now() + 3_600_000),
  }));
  for (const call of calls) await live.open(call);
  let next = 0;
  const timer = setInterval(() => {
    const { text, speaker: sender } = scriptLine(next);
    const call = calls[next++ % callCount];
    if (call) void live.addLine(call, { messageId: randomUUID(), sender, text, confidence: 0.9 });
  }, lineEveryMs / callCount);
  return { callIds: calls.map(({ _id }) => _id), stop: () => clearInterval(timer) };
}

async function utilization(): Promise<number> {
  const before = performance.eventLoopUtilization();
  await sleep(measuredMs);
  return performance.eventLoopUtilization(before).utilization;
}

/** The cost of the watchers for the API, in percent of a core. */
async function serverCost(server: ApiServer, callIds: readonly string[]): Promise<Row> {
  const { accessToken: token } = await server.signIn("supervisor");
  const without: number[] = [];
  const withThem: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(await utilization());
    const worker = new Worker(watchers, {
      eval: true,
      workerData: {
        url: server.url,
        token,
        count: watcherCount,
        callIds: callIds.slice(0, onScreen),
        client: new URL(import.meta.resolve("socket.io-client")).pathname,
      },
    });
    await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    // At its start the wall reads the stored lines once.
    await sleep(2000);
    withThem.push(await utilization());
    await worker.terminate();
  }
  return row(
    `API's thread with ${watcherCount} watchers of ${callCount} calls, against none (% of a core)`,
    100 * median(withThem),
    "≤ 5 more",
    100 * median(without),
  );
}

async function openWall(browser: Browser, url: string): Promise<Page> {
  const page = await openDashboard(browser, url, "supervisor");
  await page.goto(`${url}/live-call/desk`);
  await page.getByText(`${callCount} calls`).waitFor();
  await page.getByRole("region", { name: "Running calls" }).locator("p [lang=fr]").first().waitFor();
  return page;
}

/** The wall in the browser, scrolled while all calls go on. */
async function frames(browser: Browser, url: string): Promise<Row[]> {
  const page = await openWall(browser, url);
  await page.mouse.move(500, 400);
  const act = async () => {
    await sleep(5000);
    await turnWheel(page, [
      [40, 300],
      [40, -300],
    ]);
  };
  return smoothness(browser, page, { what: `wall of ${callCount} calls`, act });
}

/** The supervisor's desk: the cost of watching for the API, and the wall in the browser. */
export default function measure(): Promise<Row[]> {
  return withBrowser(async (server, browser) => {
    const calls = await startCalls(server);
    try {
      return [await serverCost(server, calls.callIds), ...(await frames(browser, server.url))];
    } finally {
      calls.stop();
    }
  });
}
