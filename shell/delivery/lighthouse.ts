import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "@souffleur/api/tools/browser";
import { chromiumFlags } from "@souffleur/api/tools/chromium-flags";
import { defineCommand } from "@souffleur/api/tools/define-command";
import { launchProduct } from "@souffleur/api/tools/launch-product";
import { root } from "@souffleur/api/tools/run-step.mjs";
import lighthouse, { type Config, desktopConfig, type Flags, type Result } from "lighthouse";
import { type BrowserContext, chromium } from "playwright";

/** Runs a page: a single run measures the machine's other work as much as the page. */
const speedRuns = 3;
interface Screen {
  path: string;
  signedIn?: boolean;
  /** Whether its speed is measured too. */
  speed?: boolean;
}

interface Device {
  name: string;
  config: Config | undefined;
  goals: Record<string, number>;
}

type DrivenBrowser = Awaited<ReturnType<typeof openBrowser>>;

const screens: Screen[] = [
  { path: "/login", speed: true },
  { path: "/register" },
  { path: "/verify-email" },
  { path: "/dashboard", signedIn: true, speed: true },
  { path: "/live-call", signedIn: true },
  { path: "/analytics", signedIn: true },
  { path: "/admin/users", signedIn: true },
];
const devices: Device[] = [
  { name: "desktop", config: desktopConfig, goals: { performance: 95 } },
  { name: "phone", config: undefined, goals: { performance: 85 } },
];
const everywhere: Record<string, number> = { accessibility: 100, "best-practices": 100 };
const reports = path.join(root, ".cache/lighthouse");

/** A browser that Lighthouse drives by its debugging port while we keep its storage. */
async function openBrowser() {
  const profile = mkdtempSync(path.join(tmpdir(), "souffleur-lighthouse-"));
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

async function signIn(origin: string): Promise<object> {
  signIns += 1;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    // Each from an address of its own: so many from one would be refused.
    headers: { "content-type": "application/json", "x-forwarded-for": `10.200.0.${signIns % 250}` },
    body: JSON.stringify({ email: "admin@lumiere.example", password: "Rideau-Rouge-7" }),
  });
  const { data } = (await answer.json()) as { data: object };
  return data;
}

/** Lighthouse clears the caches before each run and leaves the storage, with the session in it, alone. */
async function keepSession(context: BrowserContext, origin: string, signedIn: boolean): Promise<void> {
  const record = JSON.stringify({ ...(await signIn(origin)), timestamp: Date.now() });
  const page = await context.newPage();
  // A page outside the product, which would run too.
  await page.goto(`${origin}/health/live`);
  await page.evaluate(
    (saved) => {
      localStorage.clear();
      if (saved !== null) localStorage.setItem("souffleur.auth", saved);
    },
    signedIn ? record : null,
  );
  await page.close();
}

/** Some traces of the browser have no beginning; Lighthouse then asks for another run. */
async function ask(url: string, flags: Flags, config: Config | undefined, tries = 3): Promise<Result> {
  const lhr = (await lighthouse(url, flags, config))?.lhr;
  if (lhr === undefined) throw new Error(`Lighthouse has no result for ${url}.`);
  return lhr.runtimeError?.code === "NO_NAVSTART" && tries > 1 ? ask(url, flags, config, tries - 1) : lhr;
}

async function audit(browser: DrivenBrowser, origin: string, screen: Screen, device: Device) {
  const categories = Object.keys(everywhere);
  if (screen.speed) categories.push("performance");
  const results: Result[] = [];
  for (let run = 0; run < (screen.speed ? speedRuns : 1); run++) {
    await keepSession(browser.context, origin, screen.signedIn === true);
    const flags: Flags = { port: browser.port, logLevel: "error", onlyCategories: categories };
    const lhr = await ask(origin + screen.path, flags, device.config);
    if (lhr.runtimeError) throw new Error(`${screen.path}: ${lhr.runtimeError.message}`);
    if (new URL(lhr.finalDisplayedUrl).pathname !== screen.path)
      throw new Error(`${screen.path} led to ${lhr.finalDisplayedUrl}`);
    const file = `${screen.path.slice(1).replaceAll("/", "-")}-${device.name}-${run + 1}.json`;
    writeFileSync(path.join(reports, file), JSON.stringify(lhr, null, 1));
    results.push(lhr);
  }
  return judge(results, { ...everywhere, ...(screen.speed && device.goals) });
}

/** The median of each score, and where it misses its goal the audits that cost points. */
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
  summary:
    "Asks Lighthouse about every screen, on a desktop and on a phone. Fails where a screen misses a goal.",
  operands: { usage: "[path …]" },
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
