import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { KeptRegistry } from "@souffleur/contracts/release-commands";
import { writeBuild } from "../../testing/build-remote.ts";
import { programFor, spawnSource } from "../../testing/source-process.ts";
import { endProcess } from "../../tools/end-process.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry } from "./registry.ts";
import { demandIntact, folderOf } from "./releases-folder.ts";
import { areShared } from "./shared-files.ts";

const names = ["mfe-admin", "mfe-analytics"];
const releaser = path.resolve(__dirname, "../../testing/releases-process.ts");
let folder: string;
let releasesDir: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "souffleur-killed-"));
  releasesDir = path.join(folder, "releases");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function builds(name: string): Promise<string[]> {
  const contents = ["one", "two", "three", "four", "five", "six"];
  return Promise.all(
    contents.map(async (content) => {
      const at = path.join(folder, "builds", name, content);
      await writeBuild(at, name, `${name} ${content} ${"x".repeat(200_000)}`);
      return at;
    }),
  );
}

/** The document can be read, and every release that it names is there, byte for byte, in its folder and where browsers look. */
async function demandWhole(): Promise<void> {
  const document = path.join(releasesDir, "remotes.json");
  if (!readdirSync(releasesDir).includes("remotes.json")) return;
  const { remotes } = KeptRegistry.parse(JSON.parse(readFileSync(document, "utf8")));
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  for (const { name, version } of Object.values(remotes)) {
    const release = await registry.find(name, version);
    await demandIntact(folderOf(releasesDir, release), release);
    expect(await areShared(releasesDir, release)).toBe(true);
  }
}

test("two releasers killed at 50 random moments never leave a torn document or one that names what is not there", async () => {
  const sources = await Promise.all(names.map(builds));
  let kills = 0;
  while (kills < 50) {
    const children = sources.map((builds) =>
      spawnSource(releaser, { call: `.releaseForEver(${JSON.stringify({ releasesDir, builds })})` }),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    for (const child of children) {
      await delay(Math.random() * 60);
      await endProcess(child, "SIGKILL");
      kills++;
      await demandWhole();
    }
  }
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  const [first = ""] = sources[0] ?? [];
  await registry.activate([await registry.publish(first)]);
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(
    (await registry.publish(first)).version,
  );
  await demandWhole();
  expect(kills).toBe(50);
}, 240_000);

/** A release in a process that may write no file beyond this size: its writes fail as on a full disk. */
async function releaseWith(kilobytes: number, build: string): Promise<string> {
  const program = programFor(releaser, `.releaseOnce(${JSON.stringify({ releasesDir, builds: [build] })})`);
  // The signal is ignored, so that the write itself fails, in the middle of a file.
  const limited = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" --conditions=source -e "$1"`;
  const child = spawn("bash", ["-c", limited, process.execPath, program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = (await once(child, "message")) as [string];
  if (child.exitCode === null) await once(child, "exit");
  return message;
}

test("where there is no space left the release says so, what is live stays, and nothing is left behind", async () => {
  const [small, large] = [path.join(folder, "small"), path.join(folder, "large")];
  const { version } = await writeBuild(small, "mfe-admin", "small");
  await writeBuild(large, "mfe-admin", "x".repeat(200_000));
  expect(await releaseWith(100, small)).toBe("released");
  expect(await releaseWith(100, large)).toContain("There is no space left");
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(version);
  expect(readdirSync(releasesDir).filter((name) => name.includes("draft"))).toEqual([]);
  expect(readdirSync(path.join(releasesDir, "mfe-admin")).sort()).toEqual([version, "by-hash"].sort());
  await demandWhole();
});
