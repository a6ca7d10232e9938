import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import { serveShell } from "../dist/releases/serve-shell.js";
import { ensureBrowser } from "../scripts/browser.mjs";
import { chromiumFlags } from "../scripts/chromium-flags.mjs";
import { fingerprint } from "../scripts/fingerprint.mjs";
import { root, run, StepError, tool } from "../scripts/run.mjs";
import { median, startServer } from "./accounts-server.mjs";
import { timeSwitches, timeVisits } from "./page-timing.mjs";

const rounds = 3;
const oneBundle = path.join(root, ".cache/one-bundle");
/** 70 ms and 10 Mbit/s; nothing is emulated on the loopback. */
const networks = {
  loopback: undefined,
  "4G": { offline: false, latency: 70, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 },
};
const sources = ["pnpm-lock.yaml", "webpack.base.cjs", "api/src/contracts", "shared-ui/src"];
const packages = ["shell", "mfe-auth", "mfe-dashboard", "mfe-live-call", "mfe-analytics", "mfe-admin"];

/** The same application as one bundle; built anew where a source has changed. */
async function buildOneBundle() {
  const stamp = path.join(oneBundle, ".built-from");
  const wanted = fingerprint([
    ...sources,
    ...packages.map((name) => `${name}/src`),
    "shell/webpack",
    "shell/bench/one-bundle.cjs",
    "shell/bench/bundled-remotes.cjs",
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const config = path.join(root, "shell/bench/one-bundle.cjs");
  const { ok, output } = await run(tool("webpack"), ["--mode", "production", "--config", config], {
    cwd: path.join(root, "shell"),
    env: { NODE_ENV: "production" },
  });
  if (!ok) throw new StepError(`${output}\nThe one bundle could not be built.`);
  writeFileSync(stamp, wanted);
}

/** Serves the one bundle as the product is served, with its first screen's files preloaded too. */
async function oneBundlePages() {
  const files = JSON.parse(await readFile(path.join(oneBundle, "screens.json"), "utf8"));
  const remotes = Object.fromEntries(
    Object.entries(files).map(([name, all]) => {
      const [entry, ...scripts] = all.filter((file) => file.endsWith(".js"));
      const styles = all.filter((file) => file.endsWith(".css"));
      return [name, { name, base: "/", entry, scripts, styles, integrity: {} }];
    }),
  );
  const registry = { current: async () => ({ schema: 1, remotes }) };
  const pages = await serveShell({ shellDir: oneBundle, releasesDir: oneBundle, registry });
  return {
    ...pages,
    router: [
      (_req, res, next) => {
        const send = res.send.bind(res);
        // One bundle needs no registry in its page.
        res.send = (body) =>
          send(
            typeof body === "string"
              ? body.replace(/(id="souffleur-registry">).*?(?=<\/script>)/, "$1")
              : body,
          );
        next();
      },
      pages.router,
    ],
  };
}

/** A build's samples of one profile. */
const empty = () => ({ coldReady: [], warmReady: [], switches: [], ahead: [], cold: [], warm: [] });

async function sample(browser, { url, signIn }, network, into) {
  // Anew each time: without its cookie a session lasts for no more than some rounds.
  const session = await signIn("admin");
  const { cold, warm } = await timeVisits(browser, `${url}/login`, network);
  into.cold.push(cold);
  into.warm.push(warm);
  into.coldReady.push(cold.ready);
  into.warmReady.push(warm.ready);
  into.switches.push(await timeSwitches(browser, url, { session, ahead: false, network }));
  into.ahead.push(await timeSwitches(browser, url, { session, ahead: true, network }));
}

function ratioRow(name, ours, theirs, goal, digits = 0) {
  const [value, baseline] = [median(ours), median(theirs)];
  const ratio = baseline === 0 ? (value === 0 ? "1.00" : "") : (value / baseline).toFixed(2);
  return { name, value: value.toFixed(digits), baseline: baseline.toFixed(digits), ratio, goal };
}

function rowsOf(profile, ours, theirs) {
  const row = (name, of, goal, digits) => ratioRow(`${profile}: ${name}`, of(ours), of(theirs), goal, digits);
  const timed = [
    row("/login cold, ms to its form", ({ coldReady }) => coldReady, "≤ 1.03"),
    row("/login warm, ms to its form", ({ warmReady }) => warmReady, "≤ 1.03"),
    row("route switch, ms", ({ switches }) => switches, "≤ 1.03", 1),
    row("route switch after idle, ms", ({ ahead }) => ahead, "≤ 1.00", 1),
  ];
  // The network's speed changes neither.
  if (profile !== "loopback") return timed;
  return [
    row("/login cold, requests", ({ cold }) => cold.map(({ requests }) => requests), "≤ 1.00"),
    row("/login cold, bytes", ({ cold }) => cold.map(({ bytes }) => bytes), "≤ 1.15"),
    row("/login warm, requests", ({ warm }) => warm.map(({ requests }) => requests), "≤ 1.00"),
    row("/login warm, bytes", ({ warm }) => warm.map(({ bytes }) => bytes), "≤ 1.15"),
    ...timed,
  ];
}

/** The federated build against the same application as one bundle. */
export default async function federation() {
  await buildOneBundle();
  const servers = [await startServer({ pages: true }), await startServer({ pages: oneBundlePages })];
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: chromiumFlags,
  });
  try {
    const rows = [];
    for (const [profile, network] of Object.entries(networks)) {
      const builds = servers.map((build) => ({ build, samples: empty() }));
      // The first round only warms the servers up, and who goes first takes turns.
      for (let round = 0; round <= rounds; round++) {
        for (const { build, samples } of round % 2 === 0 ? builds : builds.toReversed()) {
          await sample(browser, build, network, round === 0 ? empty() : samples);
        }
      }
      rows.push(...rowsOf(profile, builds[0].samples, builds[1].samples));
    }
    return rows;
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
}
