// Measures times and bytes of the product's pages in a real browser. Each function opens its own browser context.

import type { SignedIn } from "@souffleur/contracts";
import type { Browser, BrowserContext, Page } from "playwright";

declare global {
  /** In the page: resolves with the time at which the first frame with such an element is painted; fails after a minute. */
  var souffleurPainted: (selector: string) => Promise<number>;
}

export interface Network {
  offline: boolean;
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

/** 70 ms and 10 Mbit/s. */
export const slowNetwork: Network = {
  offline: false,
  latency: 70,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};

export interface Visit {
  /** Milliseconds until the screen's landmark is painted. */
  ready: number;
  requests: number;
  bytes: number;
}

/** A script that runs in every page of a context, with its argument. */
type PageScript = [script: (argument: never) => void, argument?: unknown];

/** An element of each usable screen that its skeleton does not have. */
const landmarks: Record<string, string> = {
  "/login": "main form",
  "/dashboard": "main h1",
  "/live-call": "main [role=timer]",
  "/analytics": "main [role=radiogroup]",
  "/admin/users": "main [role=tablist]",
};
const idleMs = 500;

/** Runs in the page: defines `souffleurPainted`. */
export function watchPaints(): void {
  const limitMs = 60_000;
  globalThis.souffleurPainted = (selector) =>
    new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`The page has shown no ${selector} within a minute`)), limitMs);
      const look = () => {
        const found = [...document.querySelectorAll(selector)].some((one) => !one.closest("[role=status]"));
        if (!found) return false;
        // The frame that shows it is painted between this callback and the message.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
        return true;
      };
      const observer = new MutationObserver(() => look() && observer.disconnect());
      if (!look()) observer.observe(document, { childList: true, subtree: true });
    });
}

function neverIdle(): void {
  globalThis.requestIdleCallback = () => 0;
}

/** Counts a page's requests and the bytes of their responses as they are sent, headers included. */
async function countTraffic(page: Page, network: Network | undefined) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  if (network !== undefined) await client.send("Network.emulateNetworkConditions", network);
  const seen = { requests: 0, bytes: 0 };
  const running = new Set<string>();
  let onChange = () => {};
  const settle = ({
    requestId,
    encodedDataLength = 0,
  }: {
    requestId: string;
    encodedDataLength?: number;
  }) => {
    seen.bytes += encodedDataLength;
    running.delete(requestId);
    onChange();
  };
  client.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // The end of a beacon is not reported.
    if (!request.url.startsWith("http") || type === "Ping") return;
    running.add(requestId);
    onChange();
  });
  // A preload and the element that uses it are two requests of the page and one of the network.
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (running.has(requestId) && !response.fromDiskCache && !response.fromPrefetchCache)
      seen.requests += response.encodedDataLength > 0 ? 1 : 0;
  });
  client.on("Network.loadingFinished", settle);
  client.on("Network.loadingFailed", settle);
  const quiet = () =>
    new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      onChange = () => {
        clearTimeout(timer);
        if (running.size === 0) timer = setTimeout(resolve, idleMs);
      };
      onChange();
    });
  return { seen, quiet };
}

async function inContext<Result>(
  browser: Browser,
  scripts: PageScript[],
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    for (const [script, argument] of scripts) await context.addInitScript(script, argument as never);
    return await work(context);
  } finally {
    await context.close();
  }
}

async function open(context: BrowserContext, url: string, network?: Network) {
  const page = await context.newPage();
  const { seen, quiet } = await countTraffic(page, network);
  const landmark = landmarkOf(new URL(url).pathname);
  await page.goto(url, { waitUntil: "commit" });
  const ready = await page.evaluate((selector) => globalThis.souffleurPainted(selector), landmark);
  await quiet();
  return { page, quiet, ready, ...seen };
}

/**
 * Visits a page with an empty cache, and again with the cache of the first visit.
 * @param session of the visitor; undefined for a visitor who is not signed in
 */
export function timeVisits(
  browser: Browser,
  url: string,
  network?: Network,
  session?: SignedIn,
): Promise<{ cold: Visit; warm: Visit }> {
  const scripts: PageScript[] = [[watchPaints]];
  if (session !== undefined) scripts.push([save, signedIn(session)]);
  return inContext(browser, scripts, async (context) => {
    const cold = await open(context, url, network);
    await cold.page.close();
    const warm = await open(context, url, network);
    return { cold, warm };
  });
}

/**
 * The time from a click in the top bar to the screen that it opens.
 * @param options `ahead`: whether the idle browser prefetches all screens first
 * @returns ms, the mean over all other screens
 */
export function timeSwitches(
  browser: Browser,
  origin: string,
  { session, ahead, network }: { session: SignedIn; ahead: boolean; network?: Network | undefined },
): Promise<number> {
  const scripts: PageScript[] = [[watchPaints], [save, signedIn(session)]];
  if (!ahead) scripts.push([neverIdle]);
  return inContext(browser, scripts, async (context) => {
    const { page, quiet } = await open(context, `${origin}/dashboard`, network);
    const times: number[] = [];
    for (const path of ["/live-call", "/admin/users", "/analytics"]) {
      times.push(await page.evaluate(clickThrough, [path, landmarkOf(path)] as const));
      await quiet();
    }
    return times.reduce((sum, time) => sum + time) / times.length;
  });
}

/** Runs in the page. */
function save(record: string): void {
  localStorage.setItem("souffleur.auth", record);
}

/** Runs in the page. It clicks by script, because a pointer on the link would prefetch the screen. */
async function clickThrough([path, landmark]: readonly [string, string]): Promise<number> {
  const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${path}"]`);
  const started = performance.now();
  link?.click();
  return (await globalThis.souffleurPainted(landmark)) - started;
}

function landmarkOf(path: string): string {
  const landmark = landmarks[path];
  if (landmark === undefined) throw new Error(`${path} has no landmark`);
  return landmark;
}

function signedIn(session: SignedIn): string {
  return JSON.stringify({ ...session, timestamp: Date.now() });
}
