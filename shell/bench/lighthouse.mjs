// Asks Lighthouse about every screen, on a desktop and on a phone: `npm run lighthouse [-- /login …]`. Its
// reports are left in `.cache/lighthouse`. Fails where a screen misses a goal.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import lighthouse, { desktopConfig } from "lighthouse";
import { chromium } from "playwright";
import { ensureBrowser } from "../../api/scripts/browser.mjs";
import { build } from "../../api/scripts/build.mjs";
import { chromiumFlags } from "../../api/scripts/chromium-flags.mjs";
import { fail, root } from "../../api/scripts/run.mjs";
import { install, prepareDatabase } from "../../api/scripts/setup.mjs";

/** A speed that is measured once says as much about the machine's other work as about the page. */
const speedRuns = 3;
const screens = [
  { path: "/login", speed: true },
  { path: "/register" },
  { path: "/verify-email" },
  { path: "/dashboard", signedIn: true, speed: true },
  { path: "/live-call", signedIn: true },
  { path: "/analytics", signedIn: true },
  { path: "/admin/users", signedIn: true },
];
const devices = [
  { name: "desktop", config: desktopConfig, goals: { performance: 95 } },
  { name: "phone", config: undefined, goals: { performance: 85 } },
];
const everywhere = { accessibility: 100, "best-practices": 100 };
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

/** Lighthouse clears the caches before each run and leaves the storage, with the session in it, alone. */
async function keepSession(context, { url, signIn }, signedIn) {
  const { accessToken, user, organization } = await signIn("admin");
  const record = JSON.stringify({ accessToken, user, organization, timestamp: Date.now() });
  const page = await context.newPage();
  // No page of the product, which would take part.
  await page.goto(`${url}/health/live`);
  await page.evaluate(
    (saved) => {
      localStorage.clear();
      if (saved !== null) localStorage.setItem("souffleur.auth", saved);
    },
    signedIn ? record : null,
  );
  await page.close();
}

/** Now and then the browser's trace has no beginning; Lighthouse itself says to run it again. */
async function ask(url, flags, config, tries = 3) {
  const { lhr } = await lighthouse(url, flags, config);
  return lhr.runtimeError?.code === "NO_NAVSTART" && tries > 1 ? ask(url, flags, config, tries - 1) : lhr;
}

async function audit(browser, server, screen, device) {
  const categories = Object.keys(everywhere);
  if (screen.speed) categories.push("performance");
  const results = [];
  for (let run = 0; run < (screen.speed ? speedRuns : 1); run++) {
    await keepSession(browser.context, server, screen.signedIn === true);
    const flags = { port: browser.port, logLevel: "error", onlyCategories: categories };
    const lhr = await ask(server.url + screen.path, flags, device.config);
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
function judge(results, goals) {
  return Object.entries(goals).map(([category, goal]) => {
    const scores = results.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
    const score = scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)];
    return { category, score, goal, lost: score < goal ? lostAudits(results[0], category) : [] };
  });
}

function lostAudits({ audits, categories }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
    .map(({ id }) => [id, audits[id].displayValue].filter(Boolean).join(": "));
}

async function main() {
  await install();
  await prepareDatabase();
  await build();
  mkdirSync(reports, { recursive: true });
  // Not imported above: it needs what is built.
  const { startServer } = await import("../../api/bench/accounts-server.mjs");
  const server = await startServer({ pages: true });
  const browser = await openBrowser();
  const asked = process.argv.slice(2);
  let missed = 0;
  try {
    for (const screen of screens.filter(({ path }) => asked.length === 0 || asked.includes(path))) {
      for (const device of devices) {
        const verdicts = await audit(browser, server, screen, device);
        const scores = verdicts.map(({ category, score, goal }) => `${category} ${score} (goal ${goal})`);
        console.log(`${screen.path} on a ${device.name}: ${scores.join(", ")}`);
        for (const { lost, score, goal } of verdicts) {
          if (score < goal) missed += 1;
          for (const audit of lost) console.log(`  ${audit}`);
        }
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  if (missed > 0) console.error(`${missed} goals are missed.`);
  return missed > 0 ? 1 : 0;
}

// Some of what was used may still hold a handle.
main().then((code) => process.exit(code), fail);
