import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "@souffleur/api/tools/browser";
import { chromiumFlags } from "@souffleur/api/tools/chromium-flags";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { launchProduct } from "@souffleur/api/tools/launch-product";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { allRemotes } from "@souffleur/api/tools/workspace";
import lighthouse, { type Config, desktopConfig, type Flags, type Result } from "lighthouse";
import { type BrowserContext, chromium } from "playwright";
import { readManifest } from "./remote-folder.ts";

/** Runs for each page whose speed is measured, because a single run depends too much on other load. */
const speedRuns = 3;

interface Screen {
  path: string;
  /** The address of its reader; undefined for a visitor. */
  reader: string | undefined;
  /** Whether its speed is measured too. */
  speed: boolean;
}

interface Device {
  name: string;
  config: Config | undefined;
  goals: Record<string, number>;
}

type DrivenBrowser = Awaited<ReturnType<typeof openBrowser>>;

const readerOf = (access: string) =>
  access === "public"
    ? undefined
    : access === "platform"
      ? "platform@souffleur.example"
      : "admin@lumiere.example";
/** The first screens of a visitor and of a user. */
const firstScreens = ["/login", "/dashboard"];
/** All screens that can be opened by their path alone. */
const screens: Screen[] = allRemotes()
  .flatMap((remote) => readManifest(path.join(root, remote))?.screens ?? [])
  .filter((screen) => !screen.path.includes(":"))
  .map(({ path, access }) => ({
    path,
    reader: readerOf(access),
    speed: firstScreens.includes(path),
  }));
const devices: Device[] = [
  { name: "desktop", config: desktopConfig, goals: { performance: 95 } },
  { name: "phone", config: undefined, goals: { performance: 85 } },
];
const everywhere: Record<string, number> = { accessibility: 100, "best-practices": 100 };
const reports = path.join(root, ".cache/lighthouse");

/** A browser that Lighthouse controls through its debugging port. */
async function openBrowser() {
  const profile = makeScratchFolder("lighthouse");
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: [...chromiumFlags, "--remote-debugging-port=0"],
  });
  const [port] = readFileSync(path.join(profile, "DevToolsActivePort"), "utf8").split("\n");
  return {
    context,
    port: Number(port),
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

let signIns = 0;

async function signIn(origin: string, email: string): Promise<object> {
  signIns += 1;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    // A new address each time, because so many sign-ins from one would be refused.
    headers: { "content-type": "application/json", "x-forwarded-for": `10.200.0.${signIns % 250}` },
    body: JSON.stringify({ email, password: "Rideau-Rouge-7" }),
  });
  const { data } = (await answer.json()) as { data: object };
  return data;
}

/** Sets the session in the browser's storage, which Lighthouse keeps when it clears the caches. */
async function setSession(
  context: BrowserContext,
  origin: string,
  reader: string | undefined,
): Promise<void> {
  const session = reader && JSON.stringify({ ...(await signIn(origin, reader)), timestamp: Date.now() });
  const page = await context.newPage();
  // An address without scripts of the product.
  await page.goto(`${origin}/health/live`);
  await page.evaluate((saved) => {
    localStorage.clear();
    if (saved !== undefined) localStorage.setItem("souffleur.auth", saved);
  }, session);
  await page.close();
}

/** Runs Lighthouse, again if the browser's trace has no beginning. */
async function runLighthouse(
  url: string,
  flags: Flags,
  config: Config | undefined,
  tries = 3,
): Promise<Result> {
  const lhr = (await lighthouse(url, flags, config))?.lhr;
  if (lhr === undefined) throw new Error(`Lighthouse has no result for ${url}.`);
  return lhr.runtimeError?.code === "NO_NAVSTART" && tries > 1
    ? runLighthouse(url, flags, config, tries - 1)
    : lhr;
}

async function audit(browser: DrivenBrowser, origin: string, screen: Screen, device: Device) {
  const categories = Object.keys(everywhere);
  if (screen.speed) categories.push("performance");
  const results: Result[] = [];
  for (let run = 0; run < (screen.speed ? speedRuns : 1); run++) {
    await setSession(browser.context, origin, screen.reader);
    const flags: Flags = { port: browser.port, logLevel: "error", onlyCategories: categories };
    const lhr = await runLighthouse(origin + screen.path, flags, device.config);
    if (lhr.runtimeError) throw new Error(`${screen.path}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== screen.path)
      throw new Error(`${screen.path} led to ${lhr.finalDisplayedUrl}`);
    const file = `${screen.path.slice(1).replaceAll("/", "-")}-${device.name}-${run + 1}.json`;
    writeFileSync(path.join(reports, file), JSON.stringify(lhr, null, 1));
    results.push(lhr);
  }
  return judge(results, { ...everywhere, ...(screen.speed && device.goals) });
}

/** The median of each score, and the audits that cost points if it misses its goal. */
function judge(results: Result[], goals: Record<string, number>) {
  return Object.entries(goals).map(([category, goal]) => {
    const scores = results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    const score = scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
    return { category, score, goal, lost: score < goal ? lostAudits(results, category) : [] };
  });
}

function lostAudits([result]: Result[], category: string): string[] {
  const counted = result?.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counted
    .map(({ id }) => ({ id, ...result?.audits[id] }))
    .filter(({ score }) => typeof score === "number" && score < 0.9)
    .map(({ id, displayValue }) => [id, displayValue].filter(Boolean).join(": "));
}

export const command = defineCommand({
  name: "npm run lighthouse",
  summary: "Runs Lighthouse on every screen, for a desktop and a phone. Fails if a screen misses a goal.",
  operands: { usage: "[path …]", among: () => screens.map(({ path }) => path) },
  needs: ["engine", "bundles"],
  async run(_values, asked) {
    mkdirSync(reports, { recursive: true });
    const product = await launchProduct({ TRUST_PROXY: "1" });
    const browser = await openBrowser();
    let missed = 0;
    try {
      for (const screen of screens.filter(({ path }) => asked.length === 0 || asked.includes(path)))
        for (const device of devices) missed += await report(browser, product.url, screen, device);
    } finally {
      await browser.close();
      await product.stop();
    }
    if (missed > 0) console.error(`${missed} goals are missed.`);
    return missed > 0 ? 1 : 0;
  },
});

/** Prints the scores of a screen; @returns how many goals it misses */
async function report(browser: DrivenBrowser, origin: string, screen: Screen, device: Device) {
  const verdicts = await audit(browser, origin, screen, device);
  const scores = verdicts.map(({ category, score, goal }) => `${category} ${score} (goal ${goal})`);
  console.log(`${screen.path} on a ${device.name}: ${scores.join(", ")}`);
  for (const { lost } of verdicts) for (const audit of lost) console.log(`  ${audit}`);
  return verdicts.filter(({ score, goal }) => score < goal).length;
}
