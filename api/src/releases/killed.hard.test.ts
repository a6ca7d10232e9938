import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { contract, manifestAt, writeBuild } from "../../testing/built-remotes.ts";
import { testDatabase } from "../../testing/database/database.ts";
import { startKillingProxy } from "../../testing/database/failing-writes.ts";
import { spawnSource } from "../../testing/processes/source-process.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { endProcess } from "../../tools/child-process.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../http/logger.ts";
import { openRegistry, type RegistryStore } from "./store/registry.ts";
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

test("whichever write of an upload, an activation or a removal is the last one, it leaves the old or the new state, and can be done again", async () => {
  const name = "mfe-deals";
  const registry = openRegistry(database.connection, log);
  let passing = Number.POSITIVE_INFINITY;
  const proxy = await startKillingProxy(
    database.uri,
    ["releases", "release_files", "release_registry"],
    () => {
      passing -= 1;
      return passing >= 0;
    },
  );
  const built = async (content: string) => {
    const at = path.join(folder, "builds", name, content);
    const release = await writeBuild(at, name, content, contract, manifestAt("/deals"));
    return { at, release };
  };
  interface Change {
    after: string | undefined;
    work: (by: RegistryStore) => Promise<unknown>;
  }
  let before: string | undefined;
  /** Repeats the work, which ends at each of its writes. @returns their number */
  const endedAtEachWrite = async (begin: (step: number) => Promise<Change>) => {
    for (let step = 0; ; step++) {
      const { after, work } = await begin(step);
      const connection = await connectDatabase(proxy.uri, log);
      passing = step;
      const isDone = await work(openRegistry(connection, log)).then(
        () => true,
        () => false,
      );
      const isEnded = passing < 0;
      passing = Number.POSITIVE_INFINITY;
      await connection.close();
      const live = (await registry.latest()).remotes[name]?.version;
      expect(isDone ? [after] : [before, after]).toContain(live);
      await expectConsistent();
      if (!isEnded) return step;
      if (live !== after) await work(registry);
      before = after;
    }
  };
  const releasing = await endedAtEachWrite(async (step) => {
    const { at, release } = await built(`${step}`);
    const work = async (by: RegistryStore) => by.activate([await by.publish(at)]);
    return { after: release.version, work };
  });
  // The new file, twice, the two that are stored already, the release; its opening, the registry, the one before.
  expect(releasing).toBe(8);
  const { release } = await built("first");
  await registry.publish(path.join(folder, "builds", name, "first"));
  const removing = await endedAtEachWrite(async () => {
    await registry.activate([release]);
    before = release.version;
    return { after: undefined, work: (by) => by.remove(name) };
  });
  expect(removing).toBe(2);
  proxy.stop();
}, 240_000);
