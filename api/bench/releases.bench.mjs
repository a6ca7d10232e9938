import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { createLogger } from "../dist/logger.js";
import { createPages } from "../dist/releases/pages.js";
import { ensureBrowser } from "../scripts/browser.mjs";
import { chromiumFlags } from "../scripts/chromium-flags.mjs";
import { root, run, StepError, tool } from "../scripts/run.mjs";
import { median, startServer } from "./accounts-server.mjs";
import { timeSwitches, weighFetchAhead, weighReturn } from "./page-timing.mjs";

const remote = "mfe-analytics";
const rounds = 3;
/** 70 ms and 10 Mbit/s. */
const network = { offline: false, latency: 70, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const log = createLogger("silent");

/** The remote with one source changed, as somebody's next release. */
async function buildChanged(folder) {
  const config = path.join(root, "shell/bench/changed-remote.cjs");
  const { ok, output } = await run(
    tool("webpack"),
    ["--mode", "production", "--config", config, "--env", `output=${folder}`],
    { cwd: path.join(root, remote), env: { NODE_ENV: "production" } },
  );
  if (!ok) throw new StepError(`${output}\nThe changed remote could not be built.`);
}

/** The command, from its start to its end, in milliseconds. */
async function command(releasesDir, ...args) {
  const begun = performance.now();
  const child = spawn(process.execPath, ["api/scripts/release.mjs", remote, ...args], {
    cwd: root,
    env: { ...process.env, RELEASES_DIR: releasesDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StepError(`The release ended with ${code}:\n${said}`);
  return performance.now() - begun;
}

/** What a file takes on its way to a browser of today. */
function sentBytes(folder, file) {
  const packed = statSync(path.join(folder, `${file}.br`), { throwIfNoEntry: false });
  return (packed ?? statSync(path.join(folder, file))).size;
}

const seconds = (ms) => (ms / 1000).toFixed(2);

/** Releasing a remote, taking it back, and what both mean to who is there. */
export default async function releases() {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-releases-bench-"));
  const [releasesDir, changedDir] = ["releases", "changed"].map((name) => path.join(folder, name));
  let pages;
  const server = await startServer({
    pages: async () => {
      pages = await createPages({ releasesDir, log });
      return pages;
    },
  });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumFlags });
  try {
    const { registry } = pages;
    const live = async () => (await registry.current()).remotes[remote];
    const before = await live();
    await buildChanged(changedDir);
    await registry.activate([await registry.publish(changedDir)]);
    const changed = await live();
    const session = await server.signIn("admin");

    // As if its sources had changed: the command builds, looks at it in a browser, publishes and activates.
    rmSync(path.join(root, remote, "dist/.built-from"));
    let released = 0;
    const { first, second } = await weighReturn(browser, `${server.url}/analytics`, session, async () => {
      released = await command(releasesDir);
    });
    if ((await live()).version !== before.version) throw new StepError("The release is not live.");
    const files = Object.keys(before.integrity).filter((file) => !(file in changed.integrity));
    const changedBytes = files.reduce(
      (sum, file) => sum + sentBytes(path.join(root, remote, "dist"), file),
      0,
    );

    const rollbacks = [];
    for (let round = 0; round < rounds; round++) {
      rollbacks.push(await command(releasesDir, "--rollback"));
      await registry.activate([await registry.find(remote, before.version)]);
    }
    const samples = { clicked: [], ahead: [] };
    for (let round = 0; round < rounds; round++) {
      // Anew each time: without its cookie a session lasts for no more than some rounds.
      const fresh = await server.signIn("admin");
      samples.clicked.push(
        await timeSwitches(browser, server.url, { session: fresh, ahead: false, network }),
      );
      samples.ahead.push(await timeSwitches(browser, server.url, { session: fresh, ahead: true, network }));
    }
    const ahead = await weighFetchAhead(browser, `${server.url}/dashboard`, await server.signIn("admin"));
    const [clickedMs, aheadMs] = [median(samples.clicked), median(samples.ahead)];
    return [
      { name: `${remote}: command to live (build, look in a browser), s`, value: seconds(released) },
      { name: "rollback by the command, s", value: seconds(median(rollbacks)), goal: "< 1" },
      {
        name: `${remote} released: bytes for who was here, against its changed files`,
        value: second,
        baseline: changedBytes,
        ratio: (second / changedBytes).toFixed(2),
        goal: "1.00",
      },
      {
        name: "the same, against a first visit to its screen",
        value: second,
        baseline: first,
        ratio: (second / first).toFixed(2),
      },
      { name: "fetch-ahead: bytes after the dashboard, for all other screens", value: ahead },
      {
        name: "fetch-ahead: opening a screen on 4G, ms, against none",
        value: aheadMs.toFixed(0),
        baseline: clickedMs.toFixed(0),
        ratio: (aheadMs / clickedMs).toFixed(2),
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
