import { fork } from "node:child_process";
import { once } from "node:events";
import type { Browser, Page } from "playwright";
import { openChromium } from "../tools/programs/browser.ts";
import { openCallScreen, turnWheel } from "./browser/open-screen.ts";
import { framesDuring, watchPaint } from "./browser/paint-watch.ts";
import { longestTask } from "./browser/trace.ts";
import { percentile, type Row, row } from "./figures.ts";
import type { Emitted, LineBatch } from "./servers/screen-server.ts";

type Servers = Awaited<ReturnType<typeof startServers>>;

const storedLines = 5000;
const megabyte = 1024 * 1024;

/** The product and the baseline's page, in a process of their own that takes orders. */
async function startServers() {
  const child = fork(new URL("./servers/screen-server.js", import.meta.url), { stdio: "inherit" });
  const gone = once(child, "exit").then(([code]): never => {
    throw new Error(`The measured server ended with ${code}`);
  });
  gone.catch(() => {});
  const answer = () => Promise.race([once(child, "message").then(([message]) => message), gone]);
  const { url, bareUrl }: { url: string; bareUrl: string } = await answer();
  return {
    url,
    bareUrl,
    openCall(lines: number): Promise<unknown> {
      child.send({ order: "openCall", given: lines });
      return answer();
    },
    send(order: "addLines" | "emitBareLines", given: LineBatch): Promise<Emitted> {
      child.send({ order, given });
      return answer();
    },
    async stop() {
      child.send({ order: "stop" });
      await gone.catch(() => {});
    },
  };
}

/** The times from the emission of each line to the frame that shows it, in milliseconds. */
async function emittedToPainted(page: Page, emission: Promise<Emitted>): Promise<number[]> {
  const emitted = new Map(await emission);
  await page.waitForFunction((howMany) => globalThis.watched.painted().length >= howMany, emitted.size, {
    timeout: 10_000,
  });
  const painted = await page.evaluate(() => globalThis.watched.painted());
  return painted.flatMap(([line, at]) => {
    const from = emitted.get(line);
    return from === undefined ? [] : [at - from];
  });
}

/** 20 lines a second for fifteen seconds. */
async function paintTimes(page: Page, barePage: Page, { send }: Servers): Promise<Row[]> {
  const order = { from: 100_000, count: 300, perSecond: 20 };
  await page.evaluate(() => globalThis.watched.begin());
  const times = await emittedToPainted(page, send("addLines", order));
  await barePage.bringToFront();
  await barePage.evaluate(() => globalThis.watched.begin());
  const bareTimes = await emittedToPainted(barePage, send("emitBareLines", order));
  return [
    row(
      "line emitted → painted at 20 lines/s, p50 (ms)",
      percentile(times, 0.5),
      "",
      percentile(bareTimes, 0.5),
    ),
    row(
      "line emitted → painted at 20 lines/s, p99 (ms)",
      percentile(times, 0.99),
      "< 50",
      percentile(bareTimes, 0.99),
    ),
  ];
}

/** 50 lines a second for a minute, on top of 5,000; the frames of the bare page show the machine's other load. */
async function longConversation(page: Page, barePage: Page, { send }: Servers): Promise<Row[]> {
  await page.bringToFront();
  const devtools = await page.context().newCDPSession(page);
  const heap = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    return usedSize / megabyte;
  };
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const busySeconds = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
  };
  await send("addLines", { from: 200_000, count: 100, perSecond: 50 });
  const order = { from: 201_000, count: 3000, perSecond: 50 };
  const before = await heap();
  const busyBefore = await busySeconds();
  const { longest, slow } = await framesDuring(page, () => send("addLines", order));
  const busy = (await busySeconds()) - busyBefore;
  const nodes = await page.evaluate(() => document.querySelectorAll("[role=log] *").length);
  const growth = (await heap()) - before;
  await barePage.bringToFront();
  const bare = await framesDuring(barePage, () => send("emitBareLines", order));
  await page.bringToFront();
  const after = `50 lines/s for a minute after ${storedLines}`;
  return [
    row(`${after}: longest frame (ms)`, longest, "< 50", bare.longest),
    row(`${after}: frames over 50 ms`, slow, "0", bare.slow),
    row(`${after}: share of a core that the page's main thread takes (%)`, (busy / 60) * 100, "< 50"),
    row(`${after}: heap that stays, with 3,000 lines more (MB)`, growth, "< 6"),
    row(`${after}: elements in the conversation`, nodes, "< 500"),
  ];
}

async function longestTaskRow(browser: Browser, page: Page, { send }: Servers): Promise<Row> {
  const longest = await longestTask(browser, page, () =>
    send("addLines", { from: 300_000, count: 500, perSecond: 50 }),
  );
  return row("50 lines/s: longest task by its thread's clock (ms)", longest, "< 50");
}

/** Scrolls up and down through the whole conversation. */
async function scrolling(page: Page): Promise<Row> {
  const box = await page.getByRole("log").boundingBox();
  if (box === null) throw new Error("The conversation is not shown.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const { longest } = await framesDuring(page, () =>
    turnWheel(page, [
      [60, -400],
      [30, -8000],
      [30, 8000],
    ]),
  );
  return row(`scrolling through ${storedLines} lines: longest frame (ms)`, longest, "< 50");
}

export default async function screen(): Promise<Row[]> {
  const servers = await startServers();
  const browser = await openChromium();
  try {
    const page = await openCallScreen(browser, servers.url);
    const barePage = await browser.newPage();
    await barePage.goto(servers.bareUrl);
    await barePage.waitForFunction(() => document.title === "Connected");
    await page.bringToFront();
    await servers.openCall(storedLines);
    await page
      .getByRole("log")
      .getByText(`n° ${storedLines - 1} `)
      .waitFor();
    await page.evaluate(watchPaint, "[role=log]");
    await barePage.evaluate(watchPaint, "[role=log]");
    return [
      ...(await paintTimes(page, barePage, servers)),
      ...(await longConversation(page, barePage, servers)),
      await longestTaskRow(browser, page, servers),
      await scrolling(page),
    ];
  } finally {
    await browser.close();
    await servers.stop();
  }
}
