import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Browser, Page } from "playwright";
import { type CallDoc, callModels } from "../src/calls/call-model.ts";
import { createCallRecords } from "../src/calls/call-records.ts";
import { createLiveCalls } from "../src/calls/live-calls.ts";
import { openChromium } from "../tools/open-chromium.ts";
import { type ApiServer, builtPages, startServer } from "./api-server.ts";
import { password } from "./database.ts";
import { median, type Row, row } from "./figures.ts";
import { lineCounter, newCall, scriptLine } from "./live-server.ts";
import { watchPaint } from "./paint-watch.ts";
import { longestTask } from "./trace.ts";

const callCount = 200;
const watcherCount = 10;
/** So many rows a large screen shows. */
const onScreen = 16;
/** In each call somebody ends a sentence that often. */
const lineEveryMs = 4000;
const measuredMs = 10_000;
const rounds = 3;

/** Watchers away from the measured thread, until the worker is ended. */
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

/** Calls of the organization in which somebody speaks all the time. */
async function startCalls({ connection, realtime, signIn }: ApiServer) {
  const { organization } = await signIn("supervisor");
  const records = createCallRecords(callModels(connection));
  const live = createLiveCalls({ records, realtime, lines: lineCounter(), onLine() {} });
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

/** The share of time in which the server's thread has work. */
async function utilization(): Promise<number> {
  const before = performance.eventLoopUtilization();
  await sleep(measuredMs);
  return performance.eventLoopUtilization(before).utilization;
}

/** What the watchers cost the API, in percent of a core. */
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
    // The wall reads what was said before once.
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
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill("supervisor@lumiere.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${url}/live-call/desk`);
  await page.getByText(`${callCount} calls`).waitFor();
  await page.getByRole("region", { name: "Running calls" }).locator("p[lang=fr]").first().waitFor();
  return page;
}

async function use(page: Page): Promise<void> {
  await sleep(5000);
  for (const by of [300, -300]) {
    for (let step = 0; step < 40; step++) {
      await page.mouse.wheel(0, by);
      await sleep(16);
    }
  }
}

/** The wall in the browser, while all calls go on and somebody scrolls. */
async function frames(browser: Browser, url: string): Promise<Row[]> {
  const page = await openWall(browser, url);
  await page.mouse.move(500, 400);
  await page.evaluate(watchPaint, "main ul");
  await page.evaluate(() => globalThis.watched.begin());
  await use(page);
  const slow = await page.evaluate(() => globalThis.watched.framesOver(50));
  const longest = await page.evaluate(() => globalThis.watched.longestFrame());
  const task = await longestTask(browser, page, () => use(page));
  return [
    row(`wall of ${callCount} calls: longest frame (ms)`, longest, "< 50"),
    row(`wall of ${callCount} calls: frames over 50 ms`, slow, "0"),
    row(`wall of ${callCount} calls: longest task by its thread's clock (ms)`, task, "< 50"),
  ];
}

/** The supervisor's desk: what watching costs the API, and the wall in the browser. */
export default async function measure(): Promise<Row[]> {
  const server = await startServer(builtPages);
  const calls = await startCalls(server);
  const browser = await openChromium();
  try {
    return [await serverCost(server, calls.callIds), ...(await frames(browser, server.url))];
  } finally {
    calls.stop();
    await browser.close();
    await server.stop();
  }
}
