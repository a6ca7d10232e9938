import type { Browser } from "playwright";

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
export async function readTrace(browser: Browser): Promise<TraceEvent[]> {
  return JSON.parse(String(await browser.stopTracing())).traceEvents;
}
