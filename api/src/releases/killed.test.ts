import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StoredRegistry } from "@souffleur/contracts/release-commands";
import { writeBuild } from "../../testing/build-remote.ts";
import { programFor, spawnSource } from "../../testing/source-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { endProcess } from "../../tools/end-process.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry } from "./store/registry.ts";
import { folderOf, requireIntact } from "./store/releases-folder.ts";
import { areShared } from "./store/shared-files.ts";

const names = ["mfe-admin", "mfe-analytics"];
const releaser = path.resolve(__dirname, "../../testing/releases-process.ts");
let folder: string;
let releasesDir: string;

beforeEach(() => {
  folder = temporaryFolder();
  releasesDir = path.join(folder, "releases");
});

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

/** Expects a readable document, and the files of every release in it, undamaged, in its folder and the public one. */
async function expectConsistent(): Promise<void> {
  const document = path.join(releasesDir, "remotes.json");
  if (!readdirSync(releasesDir).includes("remotes.json")) return;
  const { remotes } = StoredRegistry.parse(JSON.parse(readFileSync(document, "utf8")));
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  for (const { name, version } of Object.values(remotes)) {
    const release = await registry.find(name, version);
    await requireIntact(folderOf(releasesDir, release), release);
    expect(await areShared(releasesDir, release)).toBe(true);
  }
}

test("two releasing processes that are killed at 50 random moments never leave a torn or a dangling document", async () => {
  const sources = await Promise.all(names.map(builds));
  for (let kills = 0; kills < 50; kills += sources.length) {
    const children = sources.map((builds) =>
      spawnSource(releaser, { call: `.releaseForEver(${JSON.stringify({ releasesDir, builds })})` }),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    for (const child of children) {
      await delay(Math.random() * 60);
      await endProcess(child, "SIGKILL");
      await expectConsistent();
    }
  }
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  const [first = ""] = sources[0] ?? [];
  await registry.activate([await registry.publish(first)]);
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(
    (await registry.publish(first)).version,
  );
  await expectConsistent();
}, 240_000);

/** Releases in a process that may write no file over this size: its writes fail as on a full disk. */
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

test("a release without space left says so, changes nothing that is live, and leaves no files behind", async () => {
  const [small, large] = [path.join(folder, "small"), path.join(folder, "large")];
  const { version } = await writeBuild(small, "mfe-admin", "small");
  await writeBuild(large, "mfe-admin", "x".repeat(200_000));
  expect(await releaseWith(100, small)).toBe("released");
  expect(await releaseWith(100, large)).toContain("There is no space left");
  const registry = await openRegistry(releasesDir, createLogger("silent"));
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(version);
  expect(readdirSync(releasesDir).filter((name) => name.includes("draft"))).toEqual([]);
  expect(readdirSync(path.join(releasesDir, "mfe-admin")).sort()).toEqual([version, "by-hash"].sort());
  await expectConsistent();
});
