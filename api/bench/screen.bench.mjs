import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright";
import { ensureBrowser } from "../scripts/browser.mjs";
import { chromiumFlags } from "../scripts/chromium-flags.mjs";
import { password } from "./accounts-server.mjs";
import { percentile, row } from "./live-server.mjs";

const storedLines = 5000;
const megabyte = 1024 * 1024;

/** The product, and a bare page to compare it with, in a process of their own that does as it is told. */
async function startServers() {
  const child = fork(new URL("./screen-server.mjs", import.meta.url), { stdio: "inherit" });
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`The measured server ended with ${code}`);
  });
  gone.catch(() => {});
  const answer = () => Promise.race([once(child, "message").then(([message]) => message), gone]);
  return {
    ...(await answer()),
    async tell(order, given) {
      child.send({ order, given });
      return answer();
    },
    async stop() {
      child.send({ order: "stop" });
      await gone.catch(() => {});
    },
  };
}

/** Runs in the page: notes when each numbered line was painted first, and how long each frame took. */
function watchPaint() {
  const painted = new Map();
  const frames = [];
  const waiting = [];
  let before = performance.now();
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now();
    for (const line of waiting.splice(0)) if (!painted.has(line)) painted.set(line, at);
  };
  // A message that is sent while a frame is made is delivered when it was painted.
  const tellPainted = () => {
    if (waiting.length > 0) afterPaint.port2.postMessage(0);
  };
  requestAnimationFrame(function frame(at) {
    frames.push(at - before);
    before = at;
    tellPainted();
    requestAnimationFrame(frame);
  });
  const log = document.querySelector("[role=log]");
  // What comes into the page by a callback of the same frame, after this one's, is laid out in that frame too.
  if (log.firstElementChild !== null) new ResizeObserver(tellPainted).observe(log.firstElementChild);
  const take = (node) => {
    for (const [, line] of node.textContent.matchAll(/n° (\d+)/g)) waiting.push(Number(line));
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === "characterData") take(target);
      else for (const node of addedNodes) take(node);
    }
  }).observe(log, { childList: true, characterData: true, subtree: true });
  window.watched = {
    /** Forgets what was seen so far. */
    begin() {
      painted.clear();
      frames.length = 0;
      before = performance.now();
    },
    painted: () => [...painted],
    longestFrame: () => Math.max(...frames),
    framesOver: (ms) => frames.filter((frame) => frame > ms).length,
  };
}

async function openScreen(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill("agent@lumiere.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Live Call" }).click();
  await page.getByRole("button", { name: "Test Live Transcription" }).waitFor();
  return page;
}

/** From the moment that the server emits a line to the frame that shows it, in milliseconds. */
async function emittedToPainted(page, told) {
  const emitted = new Map(await told);
  await page.waitForFunction((howMany) => window.watched.painted().length >= howMany, emitted.size, {
    timeout: 10_000,
  });
  const painted = await page.evaluate(() => window.watched.painted());
  return painted.filter(([line]) => emitted.has(line)).map(([line, at]) => at - emitted.get(line));
}

/** 20 lines a second for fifteen seconds. */
async function paintTimes(page, barePage, { tell }) {
  const order = { from: 100_000, count: 300, perSecond: 20 };
  await page.evaluate(() => window.watched.begin());
  const times = await emittedToPainted(page, tell("say", order));
  await barePage.bringToFront();
  await barePage.evaluate(() => window.watched.begin());
  const bareTimes = await emittedToPainted(barePage, tell("sayBare", order));
  const of = (share) => [percentile(times, share), percentile(bareTimes, share)];
  const [median, bareMedian] = of(0.5);
  const [slow, bareSlow] = of(0.99);
  return [
    row("line emitted → painted at 20 lines/s, p50 (ms)", median, "", bareMedian),
    row("line emitted → painted at 20 lines/s, p99 (ms)", slow, "< 50", bareSlow),
  ];
}

/** The longest frame of a page while lines come, in milliseconds, and how many took more than 50. */
async function framesDuring(page, said) {
  await page.evaluate(() => window.watched.begin());
  await said();
  return page.evaluate(() => ({
    longest: window.watched.longestFrame(),
    slow: window.watched.framesOver(50),
  }));
}

/** 50 lines a second for a minute, on top of 5,000; what the machine does besides shows in the bare page's frames. */
async function longConversation(page, barePage, { tell }) {
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
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
  await tell("say", { from: 200_000, count: 100, perSecond: 50 });
  const order = { from: 201_000, count: 3000, perSecond: 50 };
  const before = await heap();
  const busyBefore = await busySeconds();
  const { longest, slow } = await framesDuring(page, () => tell("say", order));
  const busy = (await busySeconds()) - busyBefore;
  const nodes = await page.evaluate(() => document.querySelector("[role=log]").querySelectorAll("*").length);
  const growth = (await heap()) - before;
  await barePage.bringToFront();
  const bare = await framesDuring(barePage, () => tell("sayBare", order));
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

/**
 * The longest task of the page's main thread at 50 lines a second, by the thread's own clock: unlike a frame's
 * length it does not grow with what else the machine does.
 */
async function longestTask(browser, page, { tell }) {
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
  await tell("say", { from: 300_000, count: 500, perSecond: 50 });
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
  // The one thread that lays out the conversation again and again is the page's own.
  const layouts = new Map();
  for (const event of traceEvents.filter(({ name }) => name === "Layout")) {
    layouts.set(threadOf(event), (layouts.get(threadOf(event)) ?? 0) + 1);
  }
  const [main] = [...layouts].sort(([, a], [, b]) => b - a)[0];
  const tasks = traceEvents.filter(
    (event) => event.name === "ThreadControllerImpl::RunTask" && threadOf(event) === main,
  );
  const longest = Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
  return [row("50 lines/s: longest task by its thread's clock (ms)", longest, "< 50")];
}

/** The reader pages up and down through the whole conversation. */
async function scrolling(page) {
  const box = await page.getByRole("log").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => window.watched.begin());
  for (const [steps, by] of [
    [60, -400],
    [30, -8000],
    [30, 8000],
  ]) {
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, by);
      await sleep(16);
    }
  }
  return [
    row(
      `scrolling through ${storedLines} lines: longest frame (ms)`,
      await page.evaluate(() => window.watched.longestFrame()),
      "< 50",
    ),
  ];
}

export default async function screen() {
  const executablePath = await ensureBrowser();
  const servers = await startServers();
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await openScreen(browser, servers.url);
    const barePage = await browser.newPage();
    await barePage.goto(servers.bareUrl);
    await barePage.waitForFunction(() => document.title === "Connected");
    await page.bringToFront();
    await servers.tell("openCall", storedLines);
    await page
      .getByRole("log")
      .getByText(`n° ${storedLines - 1} `)
      .waitFor();
    await page.evaluate(watchPaint);
    await barePage.evaluate(watchPaint);
    return [
      ...(await paintTimes(page, barePage, servers)),
      ...(await longConversation(page, barePage, servers)),
      ...(await longestTask(browser, page, servers)),
      ...(await scrolling(page)),
    ];
  } finally {
    await browser.close();
    await servers.stop();
  }
}
