import type { Browser, Page } from "playwright";

/** The fields that are read of an event of Chromium's trace. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args?: { name?: string };
  /** In microseconds of the thread's own clock. */
  tdur?: number;
}

/** Resolves when the page's main thread has painted and is idle. */
function whenIdle(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
}

/**
 * CPU time (ms) of the longest task of the page's main thread during an action: how long the page cannot respond.
 * Unlike the length of a frame it does not grow with other load on the machine.
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  await whenIdle(page);
  const traceEvents: TraceEvent[] = JSON.parse(String(await browser.stopTracing())).traceEvents;
  const mains = traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === "RunTask" && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
