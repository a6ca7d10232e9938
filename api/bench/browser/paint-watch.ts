import type { Browser, Page } from "playwright";
import { type Row, row } from "../figures.ts";
import type { Emitted } from "../servers/screen-server.ts";
import { longestTask } from "./trace.ts";

declare global {
  /** In the page, after `watchPaint` has run there. */
  var watched: {
    begin(): void;
    painted(): Emitted;
    longestFrame(): number;
    framesOver(ms: number): number;
  };
}

/**
 * Runs in the page: records when each numbered line is painted first, and how long each frame takes.
 * @param selector of the conversation
 */
export function watchPaint(selector: string): void {
  const painted = new Map<number, number>();
  const frames: number[] = [];
  const waiting: number[] = [];
  let before = performance.now();
  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now();
    for (const line of waiting.splice(0)) if (!painted.has(line)) painted.set(line, at);
  };
  // A message that is sent while a frame is rendered is delivered after its paint.
  const recordPaint = () => {
    if (waiting.length > 0) afterPaint.port2.postMessage(0);
  };
  requestAnimationFrame(function frame(at) {
    frames.push(at - before);
    before = at;
    recordPaint();
    requestAnimationFrame(frame);
  });
  const log = document.querySelector(selector);
  if (log === null) throw new Error("There is no conversation to watch.");
  // Lines that a later callback of the same frame inserts are laid out in that frame too.
  if (log.firstElementChild !== null) new ResizeObserver(recordPaint).observe(log.firstElementChild);
  const take = (node: Node) => {
    for (const [, line] of (node.textContent ?? "").matchAll(/n° (\d+)/g)) waiting.push(Number(line));
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === "characterData") take(target);
      else for (const node of addedNodes) take(node);
    }
  }).observe(log, { childList: true, characterData: true, subtree: true });
  globalThis.watched = {
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

/** The longest frame of a watched page during an action, in milliseconds, and how many took more than 50. */
export async function framesDuring(page: Page, act: () => Promise<unknown>) {
  await page.evaluate(() => globalThis.watched.begin());
  await act();
  return page.evaluate(() => ({
    longest: globalThis.watched.longestFrame(),
    slow: globalThis.watched.framesOver(50),
  }));
}

/** The frames during an action, and the longest task by its thread's clock, which other load does not lengthen. */
export async function smoothness(
  browser: Browser,
  page: Page,
  { what, selector, act }: { what: string; selector: string; act: () => Promise<unknown> },
): Promise<Row[]> {
  await page.evaluate(watchPaint, selector);
  const { longest, slow } = await framesDuring(page, act);
  const task = await longestTask(browser, page, act);
  return [
    row(`${what}: longest frame (ms)`, longest, "< 50"),
    row(`${what}: frames over 50 ms`, slow, "0"),
    row(`${what}: longest task by its thread's clock (ms)`, task, "< 50"),
  ];
}
