import type { Emitted } from "./screen-server.ts";

declare global {
  /** In the page, once `watchPaint` ran there. */
  var watched: {
    /** Forgets what was seen so far. */
    begin(): void;
    painted(): Emitted;
    longestFrame(): number;
    framesOver(ms: number): number;
  };
}

/**
 * Runs in the page: notes when each numbered line was painted first, and how long each frame took.
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
  // A message that is sent while a frame is made is delivered when it was painted.
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
  // What comes into the page by a callback of the same frame, after this one's, is laid out in that frame too.
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
