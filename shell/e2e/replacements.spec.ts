import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type ActiveRelease, type Registry, Release } from "@souffleur/contracts";
import { type CDPSession, expect, type Page, test } from "playwright/test";
import { administrator, signInAs } from "./accounts.ts";

declare global {
  /** In the page: factor of the shell's timeouts. */
  var souffleurTimeoutScale: number;
  var __FEDERATION__: { __INSTANCES__: unknown[] };
}

const name = "mfe-dashboard";
const dist = path.resolve(name, "dist");
/** `REPLACEMENTS=1000` for the figures of `shell/docs/benchmarks.md`. */
const count = Number(process.env.REPLACEMENTS ?? 100);
/** How often the heap is read meanwhile. */
const steps = 10;
/** Caches fill, and the engine compiles what is hot. */
const warmUp = 20;

/** One of the remote's releases: its real files, each under an address of this release alone. */
function release(number: number): { active: ActiveRelease; fileOf: (file: string) => Buffer } {
  const {
    sizes: _,
    commit: __,
    builtAt: ___,
    ...built
  } = Release.parse(JSON.parse(readFileSync(path.join(dist, "release.json"), "utf8")));
  const version = `replacement${number}`;
  const fileOf = (file: string) => {
    const content = readFileSync(path.join(dist, file));
    const end = file.endsWith(".js") ? `\n// ${version}` : `\n/* ${version} */`;
    return Buffer.concat([content, Buffer.from(end)]);
  };
  const integrity = Object.fromEntries(
    Object.keys(built.integrity).map((file) => [
      file,
      `sha384-${createHash("sha384").update(fileOf(file)).digest("base64")}`,
    ]),
  );
  return { active: { ...built, version, integrity, base: `/remotes/${name}/${version}/` }, fileOf };
}

/** Each time that the page asks for the registry another release is live. */
async function releaseAtEachRequest(page: Page): Promise<void> {
  let latest = release(0);
  let number = 0;
  await page.route("**/remotes.json", async (route) => {
    const registry: Registry = await (await route.fetch()).json();
    latest = release(++number);
    await route.fulfill({ json: { ...registry, remotes: { ...registry.remotes, [name]: latest.active } } });
  });
  await page.route(`**/remotes/${name}/replacement*/*`, (route) => {
    const file = path.basename(new URL(route.request().url()).pathname);
    const contentType = file.endsWith(".js") ? "text/javascript" : "text/css";
    return route.fulfill({ body: latest.fileOf(file), contentType });
  });
}

/** Runs in the page: takes so many offered releases, one after the other. */
async function takeReleases(times: number): Promise<void> {
  const until = <Found>(find: () => Found | null | undefined | false) =>
    new Promise<Found>((resolve) => {
      const look = () => {
        const found = find();
        if (found) resolve(found);
        else requestAnimationFrame(look);
      };
      look();
    });
  const update = () =>
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Update");
  for (let time = 0; time < times; time++) {
    await until(() => update() === undefined);
    document.querySelector<HTMLElement>("main h1")?.setAttribute("data-replaced", "");
    // Somebody comes back to the page; without the pause between two requests for the registry.
    globalThis.souffleurTimeoutScale = 0;
    document.dispatchEvent(new Event("visibilitychange"));
    globalThis.souffleurTimeoutScale = 10;
    (await until(update)).click();
    await until(() => document.querySelector("main h1:not([data-replaced])"));
  }
  await until(() => update() === undefined);
}

/** What the page holds after a full collection of garbage. */
async function held(page: Page, client: CDPSession) {
  await client.send("HeapProfiler.collectGarbage");
  await client.send("HeapProfiler.collectGarbage");
  const { metrics } = await client.send("Performance.getMetrics");
  const metric = (wanted: string) => metrics.find((one) => one.name === wanted)?.value ?? Number.NaN;
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll("*").length,
    links: document.querySelectorAll("link").length,
    scripts: document.scripts.length,
    stylesheets: document.styleSheets.length,
    globals: Object.getOwnPropertyNames(globalThis).length,
    federationInstances: globalThis.__FEDERATION__.__INSTANCES__.length,
  }));
  return {
    heap: metric("JSHeapUsedSize"),
    nodes: metric("Nodes"),
    listeners: metric("JSEventListeners"),
    counted: { ...found, documents: metric("Documents") },
  };
}

test(`${count} replacements of a remote in one page leave nothing of the replaced releases behind`, async ({
  page,
}) => {
  test.setTimeout(120_000 + count * 2000);
  await signInAs(page, administrator);
  await releaseAtEachRequest(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { stillTheSamePage: true }));

  await page.evaluate(takeReleases, warmUp);
  const before = await held(page, client);
  const begun = performance.now();
  const heaps: number[] = [];
  for (let step = 0; step < steps; step++) {
    await page.evaluate(takeReleases, count / steps);
    heaps.push((await held(page, client)).heap);
  }
  const seconds = (performance.now() - begun) / 1000;
  const after = await held(page, client);
  console.log(`${count} replacements in ${seconds.toFixed(0)} s`, { before, heaps, after });

  expect(await page.evaluate(() => "stillTheSamePage" in globalThis)).toBe(true);
  expect(after.counted).toEqual(before.counted);
  // Less than one for each replacement: what has to do with none of them may come and go.
  expect(after.nodes - before.nodes).toBeLessThan(50);
  expect(after.listeners - before.listeners).toBeLessThan(20);
  // A release that stays holds its script at least; what the engine compiles of the shell as it becomes hot is less.
  const script = release(0).fileOf(release(0).active.entry).length;
  expect((after.heap - before.heap) / script).toBeLessThan(count / 2);
});
