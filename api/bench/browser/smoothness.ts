import type { Browser, Page } from "playwright";
import { type Row, row } from "../figures.ts";

declare global {
  /** In the page, after `watchFrames` has run there: how long each frame took, in milliseconds. */
  var frameTimes: number[];
}

/** The fields that are read of an event of Chromium's trace. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args?: { name?: string };
  /** In microseconds of the thread's own clock. */
  tdur?: number;
}

/** Runs in the page. */
function watchFrames(): void {
  globalThis.frameTimes = [];
  let before = performance.now();
  requestAnimationFrame(function frame(at) {
    globalThis.frameTimes.push(at - before);
    before = at;
    requestAnimationFrame(frame);
  });
}

/**
 * CPU time (ms) of the longest task of the page's main thread during an action: how long the page cannot respond.
 * Unlike the length of a frame it does not grow with other load on the machine.
 */
async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  // Once the page has painted and its thread is idle.
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
  const traceEvents: TraceEvent[] = JSON.parse(String(await browser.stopTracing())).traceEvents;
  const mains = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "RunTask" && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** The frames during an action, and the longest task by its thread's clock, which other load does not lengthen. */
export async function smoothness(
  browser: Browser,
  page: Page,
  { what, act }: { what: string; act: () => Promise<unknown> },
): Promise<Row[]> {
  await page.evaluate(watchFrames);
  await act();
  const frames = await page.evaluate(() => globalThis.frameTimes);
  const task = await longestTask(browser, page, act);
  return [
    row(`${what}: longest frame (ms)`, Math.max(...frames), "< 50"),
    row(`${what}: frames over 50 ms`, frames.filter((frame) => frame > 50).length, "0"),
    row(`${what}: longest task by its thread's clock (ms)`, task, "< 50"),
  ];
}
