import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeBuild } from "../../testing/built-remotes.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { spawnSource } from "../../testing/processes/source-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { endProcess } from "../../tools/child-process.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry } from "./store/registry.ts";
import { integrityOf } from "./store/release-files.ts";

const names = ["mfe-admin", "mfe-analytics"];
const releaser = path.resolve(__dirname, "../../testing/processes/releases-process.ts");
const log = createLogger("silent");
const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

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

/** Expects a readable registry, and every file of the releases in it at its public address. */
async function expectConsistent(): Promise<void> {
  const registry = openRegistry(database.connection, log);
  const { remotes, changes = {} } = await registry.latest();
  for (const { name, version, integrity } of Object.values(remotes)) {
    expect((await registry.find(name, version)).integrity).toEqual(integrity);
    for (const [file, hash] of Object.entries(integrity)) {
      expect(await registry.hashAt(name, file)).toBe(hash);
      expect(integrityOf((await registry.content(hash))?.body ?? Buffer.alloc(0))).toBe(hash);
    }
    expect(changes[name]?.[0]?.version).toBe(version);
  }
}

test("two releasing processes that are killed at 12 random moments leave the old or the new state, never a third", async () => {
  const sources = await Promise.all(names.map(builds));
  for (let kills = 0; kills < 12; kills += sources.length) {
    const children = sources.map((builds) =>
      spawnSource(releaser, { call: `.releaseForEver(${JSON.stringify({ uri: database.uri, builds })})` }),
    );
    await Promise.all(children.map((child) => once(child, "message")));
    for (const child of children) {
      await delay(Math.random() * 60);
      await endProcess(child, "SIGKILL");
      await expectConsistent();
    }
  }
  const registry = openRegistry(database.connection, log);
  const [first = ""] = sources[0] ?? [];
  const release = await registry.publish(first);
  await registry.activate([release]);
  expect((await registry.current()).remotes["mfe-admin"]?.version).toBe(release.version);
  await expectConsistent();
}, 240_000);
