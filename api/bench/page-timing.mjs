// Times and weighs the product's pages in a real browser. Each function opens a browser context of its own.

/** What a screen shows when it can be used, and its skeleton does not have. */
const landmarks = {
  "/login": "main form",
  "/dashboard": "main h1",
  "/live-call": "main [role=timer]",
  "/analytics": "main [role=radiogroup]",
  "/admin/users": "main [role=tablist]",
};
const idleMs = 500;

/** Runs in the page: `souffleurPainted(selector)` is the time at which the first frame with it was painted. */
function watchPaints() {
  globalThis.souffleurPainted = (selector) =>
    new Promise((resolve) => {
      const look = () => {
        const found = [...document.querySelectorAll(selector)].some((one) => !one.closest("[role=status]"));
        if (!found) return false;
        // The frame that shows it is painted between this callback and the message's.
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

/** Runs in the page: nothing is fetched ahead. */
function neverIdle() {
  globalThis.requestIdleCallback = () => 0;
}

/** Counts a page's requests and the bytes of their answers as they came, headers included. */
async function weigh(page, network) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  if (network !== undefined) await client.send("Network.emulateNetworkConditions", network);
  const seen = { requests: 0, bytes: 0 };
  const running = new Set();
  let onChange = () => {};
  const settle = ({ requestId, encodedDataLength = 0 }) => {
    seen.bytes += encodedDataLength;
    running.delete(requestId);
    onChange();
  };
  client.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    // Nobody is told how a beacon ends.
    if (!request.url.startsWith("http") || type === "Ping") return;
    running.add(requestId);
    onChange();
  });
  // A preload and the element that uses it are two requests to the page and one to the network.
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (running.has(requestId) && !response.fromDiskCache && !response.fromPrefetchCache)
      seen.requests += response.encodedDataLength > 0 ? 1 : 0;
  });
  client.on("Network.loadingFinished", settle);
  client.on("Network.loadingFailed", settle);
  const quiet = () =>
    new Promise((resolve) => {
      let timer;
      onChange = () => {
        clearTimeout(timer);
        if (running.size === 0) timer = setTimeout(resolve, idleMs);
      };
      onChange();
    });
  return { seen, quiet };
}

async function inContext(browser, scripts, work) {
  const context = await browser.newContext();
  try {
    for (const [script, argument] of scripts) await context.addInitScript(script, argument);
    return await work(context);
  } finally {
    await context.close();
  }
}

async function open(context, url, network) {
  const page = await context.newPage();
  const { seen, quiet } = await weigh(page, network);
  const landmark = landmarks[new URL(url).pathname];
  await page.goto(url, { waitUntil: "commit" });
  const ready = await page.evaluate((selector) => globalThis.souffleurPainted(selector), landmark);
  await quiet();
  return { page, quiet, ready, ...seen };
}

/** A page with an empty cache, and once more with what the first visit left there. */
export function timeVisits(browser, url, network) {
  return inContext(browser, [[watchPaints]], async (context) => {
    const cold = await open(context, url, network);
    await cold.page.close();
    const warm = await open(context, url, network);
    return { cold, warm };
  });
}

/**
 * From a click in the top bar to the screen that it opens, for each other screen.
 * @param {{ session: unknown, ahead: boolean, network?: object }} how `ahead`: after the idle browser has
 * fetched all screens
 * @returns {Promise<number>} ms, the mean over the screens
 */
export function timeSwitches(browser, origin, { session, ahead, network }) {
  const scripts = [[watchPaints], [save, signedIn(session)]];
  if (!ahead) scripts.push([neverIdle]);
  return inContext(browser, scripts, async (context) => {
    const { page, quiet } = await open(context, `${origin}/dashboard`, network);
    const times = [];
    for (const path of ["/live-call", "/admin/users", "/analytics"]) {
      times.push(await page.evaluate(clickThrough, [path, landmarks[path]]));
      await quiet();
    }
    return times.reduce((sum, time) => sum + time) / times.length;
  });
}

/** Runs in the page. */
function save(record) {
  localStorage.setItem("souffleur.auth", record);
}

/** Runs in the page. By script: a pointer on its way to the link would fetch the screen ahead. */
async function clickThrough([path, landmark]) {
  const link = document.querySelector(`nav a[href="${path}"]`);
  const started = performance.now();
  link.click();
  return (await globalThis.souffleurPainted(landmark)) - started;
}

/**
 * A visit with an empty cache, and a later one of the same browser.
 * @param {unknown} session of who visits
 * @param {() => Promise<void>} between what happens in the meantime
 * @returns bytes of the bundles that each of them fetched, as they were sent, without headers
 */
export function weighReturn(browser, url, session, between) {
  const scripts = [[watchPaints], [save, signedIn(session)], [neverIdle]];
  return inContext(browser, scripts, async (context) => {
    const visit = async () => {
      const { page } = await open(context, url);
      const bytes = await page.evaluate(fetchedBytes);
      await page.close();
      return bytes;
    };
    const first = await visit();
    await between();
    return { first, second: await visit() };
  });
}

/** What an idle browser fetches ahead once its first screen stands, in bytes as they were sent. */
export async function weighFetchAhead(browser, url, session) {
  const visit = (more) =>
    inContext(browser, [[watchPaints], [save, signedIn(session)], ...more], async (context) => {
      const { page } = await open(context, url);
      return page.evaluate(fetchedBytes);
    });
  const without = await visit([[neverIdle]]);
  return (await visit([])) - without;
}

function signedIn(session) {
  return JSON.stringify({ ...session, timestamp: Date.now() });
}

/** Runs in the page: what came over the network of the shell's and the remotes' files. */
function fetchedBytes() {
  return performance
    .getEntriesByType("resource")
    .filter(({ name, transferSize }) => /\/(assets|remotes)\//.test(name) && transferSize > 0)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}
