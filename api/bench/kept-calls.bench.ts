import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright";
import { callModels } from "../src/calls/call-model.ts";
import { openChromium } from "../tools/open-chromium.ts";
import { type ApiServer, builtPages, startServer } from "./api-server.ts";
import { password } from "./database.ts";
import { median, type Row, row } from "./figures.ts";
import { newCall, scriptLine } from "./live-server.ts";
import { watchPaints } from "./page-timing.ts";
import { watchPaint } from "./paint-watch.ts";
import { longestTask } from "./trace.ts";

const listedCalls = 1000;
const linesOfCall = 5000;
const rounds = 10;

/** Calls of the demonstration's agent, the newest with many lines; returns its id. */
async function store({ connection, signIn }: ApiServer): Promise<string> {
  const { user, organization } = await signIn("agent");
  const { calls, lines } = callModels(connection);
  const all = Array.from({ length: listedCalls }, (_, index) => {
    const startedAt = new Date(Date.now() - (index + 400) * 60_000);
    const endedAt = new Date(startedAt.getTime() + 20_000_000);
    return {
      ...newCall(),
      organizationId: organization?.id ?? null,
      agentId: user.id,
      status: "ended" as const,
      startedAt,
      endedAt,
      durationSeconds: 20_000,
      seq: index === 0 ? linesOfCall : 40,
    };
  });
  await calls.insertMany(all);
  const [long] = all;
  if (long === undefined) throw new Error("No call is stored.");
  await lines.insertMany(
    Array.from({ length: linesOfCall }, (_, index) => ({
      _id: randomUUID(),
      callId: long._id,
      sessionId: long.sessionId,
      seq: index + 1,
      sender: index % 2 === 0 ? ("client" as const) : ("agent" as const),
      text: scriptLine(index).text.replace(/[^.!?]$/, "$&."),
      timestamp: new Date(long.startedAt.getTime() + (index + 1) * 4000),
      confidence: 0.9,
      isTranscription: true,
    })),
  );
  return long._id;
}

async function openAnalytics(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(watchPaints);
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill("agent@lumiere.example");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard");
  await page.getByRole("link", { name: "Analytics", exact: true }).click();
  return page;
}

/** From the last byte of a request's answer to the frame that shows it, in milliseconds. */
async function answeredToPainted(page: Page, open: () => Promise<void>, selector: string, address: string) {
  const painted = page.evaluate((what) => globalThis.souffleurPainted(what), selector);
  await open();
  const at = await painted;
  const answered = await page.evaluate((part) => {
    const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return requests.findLast(({ name }) => name.includes(part))?.responseEnd ?? Number.NaN;
  }, address);
  return at - answered;
}

async function wheel(page: Page): Promise<void> {
  for (const [steps, by] of [
    [60, 400],
    [30, 8000],
    [30, -8000],
  ] as const) {
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, by);
      await sleep(16);
    }
  }
}

/** Scrolling by the wheel: frames, and the longest task by its thread's clock, which other load does not lengthen. */
async function scrolling(browser: Browser, page: Page, what: string, selector: string): Promise<Row[]> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${what} is not shown.`);
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.evaluate(watchPaint, selector);
  await page.evaluate(() => globalThis.watched.begin());
  await wheel(page);
  const slow = await page.evaluate(() => globalThis.watched.framesOver(50));
  const longest = await page.evaluate(() => globalThis.watched.longestFrame());
  const task = await longestTask(browser, page, () => wheel(page));
  return [
    row(`scrolling ${what}: longest frame (ms)`, longest, "< 50"),
    row(`scrolling ${what}: frames over 50 ms`, slow, "0"),
    row(`scrolling ${what}: longest task by its thread's clock (ms)`, task, "< 50"),
  ];
}

/** The list of kept calls and the review of a long one, in the browser. */
export default async function measure(): Promise<Row[]> {
  const server = await startServer(builtPages);
  const browser = await openChromium();
  try {
    const callId = await store(server);
    const page = await openAnalytics(browser, server.url);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const toCalls = page.getByRole("main").getByRole("link", { name: "Calls", exact: true });
      await toCalls.waitFor();
      times.push(await answeredToPainted(page, () => toCalls.click(), "tbody th a", "/api/calls?"));
      if (round < rounds - 1) await page.goBack();
    }
    const list = await scrolling(browser, page, `a list of ${listedCalls} calls`, "main table");
    await page.evaluate(() => window.scrollTo(0, 0));
    const link = page.locator(`main table a[href$="${callId}"]`);
    const review = await answeredToPainted(
      page,
      () => link.click(),
      "[aria-label=Lines] [lang=fr]",
      "/transcript",
    );
    return [
      row("list: its answer → its rows painted, median of ten (ms)", median(times), "< 200"),
      row("list: its answer → its rows painted, longest of ten (ms)", Math.max(...times), ""),
      ...list,
      row(`review of ${linesOfCall} lines: its answer → its lines painted (ms)`, review, ""),
      ...(await scrolling(browser, page, `${linesOfCall} lines`, "[aria-label=Lines]")),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}
