import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Registry, type Release } from "@souffleur/contracts";
import { createReleaseClient } from "../src/releases/remote-release-client.ts";
import { integrityOf } from "../src/releases/store/release-files.ts";
import { until } from "../testing/app.ts";
import { manifestAt, writeBuild } from "../testing/build-remote.ts";
import { testDatabase } from "../testing/database.ts";
import { readinessOf, runNode, type TestNode } from "../testing/nodes.ts";
import { endProcess } from "../tools/end-process.ts";
import { freePort } from "../tools/network.ts";
import { root } from "../tools/run-step.mjs";

const token = "a-token-for-machines-that-release-in-tests";
const name = "mfe-deals";

describe("releases of three processes without Redis", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let folder: string;
  const nodes: TestNode[] = [];

  const run = (port: number) =>
    runNode(port, folder, { MONGODB_URI: database.uri, RELEASES_TOKEN: token, SEED_DEMO: "false" });
  const isReady = ({ port }: TestNode) => until(async () => (await readinessOf(port)) !== undefined);
  const urlOf = ({ port }: TestNode) => `http://localhost:${port}`;
  const client = (at: number) => {
    const node = nodes[at];
    if (node === undefined) throw new Error(`no process ${at}`);
    return createReleaseClient(urlOf(node), token);
  };
  async function liveAt(node: TestNode): Promise<string | undefined> {
    const response = await fetch(`${urlOf(node)}/remotes.json`);
    return Registry.parse(await response.json()).remotes[name]?.version;
  }

  /** A build with this content, and its folder. */
  async function built(content: string, of = name) {
    const at = path.join(folder, "builds", `${of} ${content.slice(0, 40)}`);
    // What the shell shares is what its build states.
    const { contract } = JSON.parse(await readFile(path.join(root, "shell/dist/shell.json"), "utf8"));
    const release = await writeBuild(at, of, content, contract, manifestAt(`/${of.replace("mfe-", "")}`));
    return { at, release };
  }

  /** Expects every file of a release from every process. */
  async function expectServed({ integrity }: Release): Promise<void> {
    for (const node of nodes) {
      for (const [file, hash] of Object.entries(integrity)) {
        const answer = await fetch(`${urlOf(node)}/remotes/${name}/by-hash/${file}`);
        expect(integrityOf(Buffer.from(await answer.arrayBuffer()))).toBe(hash);
      }
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "souffleur-releases-of-nodes-"));
    database = await testDatabase();
    for (let at = 0; at < 3; at++) nodes.push(run(await freePort()));
    await Promise.all(nodes.map(isReady));
  });
  afterAll(async () => {
    await Promise.all(nodes.map(({ child }) => endProcess(child)));
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("follow an activation, a rollback and a removal by any of them within a second", async () => {
    const [one, two] = [await built("one"), await built("two")];
    /** Changes what is live by one process. @returns the milliseconds until all have it */
    const followed = async (change: () => Promise<unknown>, version: string | undefined) => {
      await change();
      const since = performance.now();
      await until(async () => (await Promise.all(nodes.map(liveAt))).every((live) => live === version));
      return performance.now() - since;
    };
    await client(0).publish(one.at);
    await client(1).publish(two.at);
    const { release } = one;
    expect(await followed(() => client(2).activate([release]), release.version)).toBeLessThan(1000);
    expect(await followed(() => client(0).activate([two.release]), two.release.version)).toBeLessThan(1000);
    await expectServed(two.release);
    const back = () => client(1).rollback(name, two.release.version);
    expect(await followed(back, release.version)).toBeLessThan(1000);
    expect(await followed(() => client(2).remove(name), undefined)).toBeLessThan(1000);
    const restored = () => client(0).rollback(name, release.version);
    expect(await followed(restored, release.version)).toBeLessThan(1000);
  });

  test("are the old or the new one after a process was killed in an upload, an activation or a removal", async () => {
    const first = await built("before");
    await client(0).activate([await client(0).publish(first.at)]);
    let before: string | undefined = first.release.version;
    for (let kill = 0; kill < 6; kill++) {
      const at = kill % 3;
      const node = nodes[at];
      if (node === undefined) throw new Error("no process");
      const next = await built(`killed ${kill} ${"x".repeat(100_000)}`);
      const doomed = client(at);
      const isRemoval = kill === 5;
      const work = isRemoval
        ? doomed.remove(name)
        : doomed.publish(next.at).then((release) => doomed.activate([release]));
      const done = work.then(
        () => true,
        () => false,
      );
      await delay(Math.random() * 150);
      await endProcess(node.child, "SIGKILL");
      const isDone = await done;
      nodes[at] = run(node.port);
      await isReady(nodes[at] ?? node);
      const after = isRemoval ? undefined : next.release.version;
      const live = (await client((at + 1) % 3).latest()).remotes[name]?.version;
      expect(isDone ? [after] : [before, after]).toContain(live);
      await until(async () => (await Promise.all(nodes.map(liveAt))).every((one) => one === live));
      if (live !== undefined) await expectServed(await client(at).find(name, live));
      // What was begun can be done again.
      if (!isRemoval) {
        await client(at).activate([await client(at).publish(next.at)]);
        before = next.release.version;
        await until(async () => (await Promise.all(nodes.map(liveAt))).every((one) => one === before));
      }
    }
  }, 240_000);

  test("of two teams at the same moment both succeed, and of two changes of one remote one hears who was first", async () => {
    const [deals, offers] = [await built("at once"), await built("at once", "mfe-offers")];
    await Promise.all([client(0).publish(deals.at), client(1).publish(offers.at)]);
    await Promise.all([client(0).activate([deals.release]), client(1).activate([offers.release])]);
    const { remotes } = await client(2).latest();
    expect([remotes[name]?.version, remotes["mfe-offers"]?.version]).toEqual([
      deals.release.version,
      offers.release.version,
    ]);
    const others = await Promise.all(["left", "right", "middle"].map((content) => built(content)));
    for (const [at, { at: place }] of others.entries()) await client(at).publish(place);
    const results = await Promise.allSettled(others.map(({ release }, at) => client(at).activate([release])));
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason.message).toMatch(
          /\(409\): mfe-deals was changed at the same moment by releases-token/,
        );
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    const { changes } = await client(0).latest();
    const fulfilled = results.filter(({ status }) => status === "fulfilled").length;
    const versions = others.map(({ release }) => release.version);
    expect(changes?.[name]?.filter(({ version }) => versions.includes(version))).toHaveLength(fulfilled);
  });
});
