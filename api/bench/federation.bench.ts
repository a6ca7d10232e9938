import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Registry } from "@souffleur/contracts";
import express from "express";
import type { Browser } from "playwright";
import { createPage } from "../src/releases/page.ts";
import { createPreparedTexts } from "../src/releases/prepared-texts.ts";
import { type ServedShell, serveShell } from "../src/releases/serve-shell.ts";
import { fingerprint } from "../tools/fingerprint.mjs";
import { openChromium } from "../tools/programs/browser.ts";
import { root, run, tool } from "../tools/run-step.mjs";
import { StepError } from "../tools/step-error.mjs";
import { allBundles } from "../tools/workspace.ts";
import { type Network, slowNetwork, timeSwitches, timeVisits, type Visit } from "./browser/page-timing.ts";
import { median, type Row, row } from "./figures.ts";
import { type ApiServer, builtPages, startServer } from "./servers/api-server.ts";

const rounds = 3;
const oneBundle = path.join(root, ".cache/one-bundle");
/** On the loopback interface no network is emulated. */
const networks = { loopback: undefined, "4G": slowNetwork };
const config = path.join(root, "shell/build/baseline/one-bundle.cjs");
const sources = ["pnpm-lock.yaml", "shell/build", "shell/remote", "api/contracts/src", "shared-ui/src"];

/** Builds the same application as one bundle if a source has changed. */
async function buildOneBundle(): Promise<void> {
  const stamp = path.join(oneBundle, ".built-from");
  const wanted = fingerprint([...sources, ...allBundles().map((name) => `${name}/src`)]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { ok, output } = await run(tool("webpack"), ["--mode", "production", "--config", config], {
    cwd: path.join(root, "shell"),
    env: { NODE_ENV: "production" },
  });
  if (!ok) throw new StepError(`${output}\nThe one bundle could not be built.`);
  writeFileSync(stamp, wanted);
}

/** Serves the one bundle as the product is served: the files of its first screen are preloaded too. */
async function oneBundlePages(): Promise<ServedShell> {
  const files: Record<string, string[]> = JSON.parse(
    await readFile(path.join(oneBundle, "screens.json"), "utf8"),
  );
  const remotes = Object.fromEntries(
    Object.entries(files).map(([name, all]) => {
      const [entry, ...scripts] = all.filter((file) => file.endsWith(".js"));
      const styles = all.filter((file) => file.endsWith(".css"));
      return [name, { name, base: "/", entry, scripts, styles, integrity: {} }];
    }),
  );
  // The part of a registry that the preload tags need; the page itself needs none.
  const registry = { schema: 1, remotes } as unknown as Registry;
  const page = createPage(await readFile(path.join(oneBundle, "index.html"), "utf8"));
  const html = (pathname: string) =>
    page.render(pathname, registry).replace(/(id="souffleur-registry">).*?(?=<\/script>)/, "$1");
  const texts = createPreparedTexts();
  const router = express
    .Router()
    .get(/\/[^/.]*$/, (req, res) =>
      texts.send(req, res.type("html"), registry, req.path, () => html(req.path)),
    );
  const current = async () => registry;
  const sendRemoteFile = async () => false;
  const pages = await serveShell({ shellDir: oneBundle, sendRemoteFile, registry: { current } });
  return { ...pages, router: router.use(pages.router) };
}

type Samples = ReturnType<typeof empty>;
const empty = () => ({
  cold: [] as Visit[],
  warm: [] as Visit[],
  switches: [] as number[],
  ahead: [] as number[],
});

async function sample(
  browser: Browser,
  { url, signIn }: ApiServer,
  network: Network | undefined,
  into: Samples,
): Promise<void> {
  // A new session each time: without its cookie it would expire within some rounds.
  const session = await signIn("admin");
  const { cold, warm } = await timeVisits(browser, `${url}/login`, network);
  into.cold.push(cold);
  into.warm.push(warm);
  into.switches.push(await timeSwitches(browser, url, { session, ahead: false, network }));
  into.ahead.push(await timeSwitches(browser, url, { session, ahead: true, network }));
}

function rowsOf(profile: string, ours: Samples, theirs: Samples): Row[] {
  const compared = (name: string, of: (samples: Samples) => number[], goal: string, digits = 0) =>
    row(`${profile}: ${name}`, median(of(ours)), goal, median(of(theirs)), digits);
  const visited = (visit: "cold" | "warm", what: string, of: (visit: Visit) => number, goal: string) =>
    compared(`/login ${visit}, ${what}`, (samples) => samples[visit].map(of), goal);
  const timed = [
    visited("cold", "ms to its form", ({ ready }) => ready, "≤ 1.03"),
    visited("warm", "ms to its form", ({ ready }) => ready, "≤ 1.03"),
    compared("route switch, ms", ({ switches }) => switches, "≤ 1.03", 1),
    compared("route switch after idle, ms", ({ ahead }) => ahead, "≤ 1.00", 1),
  ];
  // The network's speed does not affect requests and bytes.
  if (profile !== "loopback") return timed;
  return [
    visited("cold", "requests", ({ requests }) => requests, "≤ 1.00"),
    visited("cold", "bytes", ({ bytes }) => bytes, "≤ 1.15"),
    visited("warm", "requests", ({ requests }) => requests, "≤ 1.00"),
    visited("warm", "bytes", ({ bytes }) => bytes, "≤ 1.15"),
    ...timed,
  ];
}

/** The federated build against the same application as one bundle. */
export default async function federation(): Promise<Row[]> {
  await buildOneBundle();
  const [federated, bundled] = [await startServer(builtPages), await startServer(oneBundlePages)];
  const browser = await openChromium();
  try {
    const rows: Row[] = [];
    for (const [profile, network] of Object.entries(networks)) {
      const [ours, theirs] = [empty(), empty()];
      const builds = [
        { build: federated, samples: ours },
        { build: bundled, samples: theirs },
      ];
      // The first round is a warm-up, and the order alternates.
      for (let round = 0; round <= rounds; round++) {
        for (const { build, samples } of round % 2 === 0 ? builds : builds.toReversed()) {
          await sample(browser, build, network, round === 0 ? empty() : samples);
        }
      }
      rows.push(...rowsOf(profile, ours, theirs));
    }
    return rows;
  } finally {
    await browser.close();
    for (const server of [federated, bundled]) await server.stop();
  }
}
