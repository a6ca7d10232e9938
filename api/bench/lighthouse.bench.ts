import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { manifestsOf, Registry, type RouteEntry, screensOf } from "@souffleur/contracts";
import lighthouse, { type Config, desktopConfig, type Result } from "lighthouse";
import { type BrowserContext, chromium } from "playwright";
import { launchProduct } from "../tools/launch-product.ts";
import { ensureBrowser } from "../tools/programs/browser.ts";
import { chromiumFlags } from "../tools/programs/chromium-flags.ts";
import { makeScratchFolder } from "../tools/scratch-folder.ts";
import { median, type Row } from "./figures.ts";
import { password } from "./servers/database.ts";

/** The first screens of a visitor and of a user, whose speed is measured, too. */
const firstScreens = ["/login", "/dashboard"];
/** A single run depends too much on other load. */
const speedRuns = 3;
const everywhere = { accessibility: 100, "best-practices": 100 };
const devices: { name: string; config: Config | undefined; speed: number }[] = [
  { name: "desktop", config: desktopConfig, speed: 95 },
  { name: "phone", config: undefined, speed: 85 },
];

/** The scores of every screen that can be opened by its path alone, for a desktop and a phone. */
export default async function measure(): Promise<Row[]> {
  const product = await launchProduct({ TRUST_PROXY: "1" });
  const profile = makeScratchFolder("lighthouse");
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: [...chromiumFlags, "--remote-debugging-port=0"],
  });
  const port = Number(readFileSync(path.join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]);
  const rows: Row[] = [];
  try {
    const registry = Registry.parse(await (await fetch(`${product.url}/remotes.json`)).json());
    for (const screen of screensOf(manifestsOf(registry)).filter(({ path }) => !path.includes(":"))) {
      for (const { name, config, speed } of devices) {
        const isFirst = firstScreens.includes(screen.path);
        const goals: Record<string, number> = isFirst ? { ...everywhere, performance: speed } : everywhere;
        const results: Result[] = [];
        for (let run = 0; run < (isFirst ? speedRuns : 1); run++) {
          await setSession(context, product.url, screen);
          results.push(await audit(product.url + screen.path, { port, config, goals }));
        }
        for (const [category, goal] of Object.entries(goals)) {
          const value = median(
            results.map((one) => Math.round(100 * (one.categories[category]?.score ?? 0))),
          );
          rows.push({ name: `${screen.path}, ${name}: ${category}`, value, goal: `≥ ${goal}` });
          if (value < goal) for (const lost of lostAudits(results[0], category)) console.log(`  ${lost}`);
        }
      }
    }
    return rows;
  } finally {
    await context.close();
    await product.stop();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Sets the session in the browser's storage, which Lighthouse keeps when it clears the caches. */
async function setSession(context: BrowserContext, origin: string, { access }: RouteEntry): Promise<void> {
  const page = await context.newPage();
  // An address without scripts of the product.
  await page.goto(`${origin}/health/live`);
  const session = access === "public" ? undefined : await signIn(context, origin, access === "platform");
  await page.evaluate((saved) => {
    localStorage.clear();
    if (saved !== undefined) localStorage.setItem("souffleur.auth", saved);
  }, session);
  await page.close();
}

let signIns = 0;

/** @returns what a browser saves of its session */
async function signIn(context: BrowserContext, origin: string, isPlatform: boolean): Promise<string> {
  signIns += 1;
  const answer = await context.request.post(`${origin}/api/auth/login`, {
    // A new address each time, because so many sign-ins from one would be refused.
    headers: { "x-forwarded-for": `10.200.0.${signIns % 250}` },
    data: {
      email: isPlatform ? "platform@souffleur.example" : "admin@lumiere.example",
      password,
      rememberMe: false,
    },
  });
  return JSON.stringify({ ...(await answer.json()).data, timestamp: Date.now() });
}

interface Audit {
  port: number;
  config: Config | undefined;
  goals: Readonly<Record<string, number>>;
}

/** Runs Lighthouse, again where the browser's trace has no beginning. */
async function audit(url: string, { port, config, goals }: Audit, tries = 3): Promise<Result> {
  const flags = { port, logLevel: "error", onlyCategories: Object.keys(goals) } as const;
  const lhr = (await lighthouse(url, flags, config))?.lhr;
  if (lhr?.runtimeError?.code === "NO_NAVSTART" && tries > 1)
    return audit(url, { port, config, goals }, tries - 1);
  if (lhr === undefined || lhr.runtimeError) throw new Error(`${url}: ${lhr?.runtimeError?.message}`);
  if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
  return lhr;
}

/** What costs points. */
function lostAudits(result: Result | undefined, category: string): string[] {
  const counted = result?.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  return counted
    .map(({ id }) => ({ id, ...result?.audits[id] }))
    .filter(({ score }) => typeof score === "number" && score < 0.9)
    .map(({ id, displayValue }) => [id, displayValue].filter(Boolean).join(": "));
}
