import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "../src/http/logger.ts";
import { createPages } from "../src/releases/pages.ts";
import { openChromium } from "../tools/open-chromium.ts";
import { root, run, tool } from "../tools/run-step.mjs";
import { StepError } from "../tools/step-error.mjs";
import { startServer } from "./api-server.ts";
import { median, type Row, row, timed } from "./figures.ts";
import { slowNetwork as network, timeSwitches, weighFetchAhead, weighReturn } from "./page-timing.ts";

const remote = "mfe-analytics";
const rounds = 3;
const log = createLogger("silent");

/** Builds the remote with one changed source. */
async function buildChanged(folder: string): Promise<void> {
  const config = path.join(root, "shell/build/baseline/changed-remote.cjs");
  const { ok, output } = await run(
    tool("webpack"),
    ["--mode", "production", "--config", config, "--env", `output=${folder}`],
    { cwd: path.join(root, remote), env: { NODE_ENV: "production" } },
  );
  if (!ok) throw new StepError(`${output}\nThe changed remote could not be built.`);
}

/** Runs the release command. @returns milliseconds */
function command(releasesDir: string, ...args: string[]): Promise<number> {
  const runner = ["api/tools/command.mjs", "shell/delivery/release", remote];
  const env = { RELEASES_DIR: releasesDir };
  return timed(async () => {
    const { ok, output } = await run(process.execPath, [...runner, ...args], { env });
    if (!ok) throw new StepError(`The release failed:\n${output}`);
  });
}

/** The bytes of a file as it is sent to a browser that accepts brotli. */
function sentBytes(folder: string, file: string): number {
  const packed = statSync(path.join(folder, `${file}.br`), { throwIfNoEntry: false });
  return (packed ?? statSync(path.join(folder, file))).size;
}

/** A release and a rollback, and the bytes that returning visitors fetch. */
export default async function releases(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-releases-bench-"));
  const [releasesDir, changedDir] = [path.join(folder, "releases"), path.join(folder, "changed")];
  const pages = await createPages({ releasesDir, log });
  if (pages === undefined) throw new StepError("The shell is not built.");
  const server = await startServer(async () => pages);
  const browser = await openChromium();
  try {
    const { registry } = pages;
    const live = async () => {
      const release = (await registry.current()).remotes[remote];
      if (release === undefined) throw new StepError(`${remote} is not live.`);
      return release;
    };
    const before = await live();
    await buildChanged(changedDir);
    await registry.activate([await registry.publish(changedDir)]);
    const changed = await live();
    const session = await server.signIn("admin");

    // Without the stamp the command builds again, as after a change; then it checks, publishes and activates.
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

    const rollbacks: number[] = [];
    for (let round = 0; round < rounds; round++) {
      rollbacks.push(await command(releasesDir, "--rollback"));
      await registry.activate([await registry.find(remote, before.version)]);
    }
    const samples = { clicked: [] as number[], ahead: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      // A new session each time: without its cookie it would expire within some rounds.
      const fresh = await server.signIn("admin");
      samples.clicked.push(
        await timeSwitches(browser, server.url, { session: fresh, ahead: false, network }),
      );
      samples.ahead.push(await timeSwitches(browser, server.url, { session: fresh, ahead: true, network }));
    }
    const ahead = await weighFetchAhead(browser, `${server.url}/dashboard`, await server.signIn("admin"));
    return [
      row(`${remote}: command to live (build, look in a browser), s`, released / 1000, ""),
      row("rollback by the command, s", median(rollbacks) / 1000, "< 1"),
      row(
        `${remote} released: bytes for a returning visitor, against its changed files`,
        second,
        "1.00",
        changedBytes,
      ),
      row("the same, against a first visit to its screen", second, "", first),
      row("fetch-ahead: bytes after the dashboard, for all other screens", ahead, ""),
      row(
        "fetch-ahead: opening a screen on 4G, ms, against none",
        median(samples.ahead),
        "",
        median(samples.clicked),
        0,
      ),
    ];
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
