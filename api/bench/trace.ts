import type { Browser, Page } from "playwright";

/** As much of an event of Chromium's trace as is read. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args?: { name?: string };
  /** In microseconds of the thread's own clock. */
  tdur?: number;
}

/** Ends a browser's trace. */
async function readTrace(browser: Browser): Promise<TraceEvent[]> {
  return JSON.parse(String(await browser.stopTracing())).traceEvents;
}

/** Until the page's main thread has drawn what it had to draw, and has time to spare. */
function nothingLeft(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
}

/**
 * CPU time (ms) of the longest task of the page's main thread while `act` ran: what a frozen page feels like. Unlike a
 * frame's length it does not grow with other load on the machine.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  await nothingLeft(page);
  const traceEvents = await readTrace(browser);
  const mains = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "RunTask" && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
