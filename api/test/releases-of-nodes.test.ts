import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Registry, type Release } from "@souffleur/contracts";
import { createReleaseClient } from "../src/releases/remote-release-client.ts";
import { integrityOf } from "../src/releases/store/release-files.ts";
import { until } from "../testing/app.ts";
import { manifestAt, writeBuild } from "../testing/built-remotes.ts";
import { testDatabase } from "../testing/database/database.ts";
import { startKillingProxy } from "../testing/database/failing-writes.ts";
import { readinessOf, runNode, startBalancer, type TestNode } from "../testing/processes/nodes.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { endProcess } from "../tools/child-process.ts";
import { freePort } from "../tools/network.ts";
import { root } from "../tools/run-step.mjs";

const token = "a-token-for-machines-that-release-in-tests";
const name = "mfe-deals";
const collections = ["releases", "release_files", "release_registry"];

describe("releases of three processes behind a balancer", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let balancer: ChildProcess;
  const folder = temporaryFolder();
  let url: string;
  const nodes: TestNode[] = [];
  const proxies: Awaited<ReturnType<typeof startKillingProxy>>[] = [];
  /** The writes of releases that are still to pass until the process is killed that makes the next one. */
  let passing = Number.POSITIVE_INFINITY;
  let killed: number | undefined;

  const run = (at: number, port: number) =>
    runNode(port, folder, {
      PUBLIC_URL: url,
      MONGODB_URI: proxies[at]?.uri ?? "",
      RELEASES_TOKEN: token,
      SEED_DEMO: "false",
    });
  /** Three processes that start at once take minutes where all cores are busy. */
  const isReady = ({ port }: TestNode) => until(async () => (await readinessOf(port)) !== undefined, 180_000);
  const urlOf = ({ port }: TestNode) => `http://127.0.0.1:${port}`;
  const client = () => createReleaseClient(url, token);
  const allHave = async (version: string | undefined) =>
    (await Promise.all(nodes.map(liveAt))).every((live) => live === version);

  /** Called for each write of a process. @returns whether it may pass */
  function killAtLast(at: number): boolean {
    if (killed === at) return false;
    passing -= 1;
    if (passing >= 0) return true;
    passing = Number.POSITIVE_INFINITY;
    killed = at;
    nodes[at]?.child.kill("SIGKILL");
    return false;
  }

  /** Kills the process that would make the write after so many. @returns whether one was killed, and the work done */
  async function killedAt(step: number, work: () => Promise<unknown>) {
    passing = step;
    const isDone = await work().then(
      () => true,
      () => false,
    );
    passing = Number.POSITIVE_INFINITY;
    const at = killed;
    if (at === undefined) return { isKilled: false, isDone };
    const node = nodes[at];
    if (node === undefined) throw new Error("no process");
    await endProcess(node.child, "SIGKILL");
    killed = undefined;
    nodes[at] = run(at, node.port);
    await isReady(node);
    // Otherwise the balancer may still take it for dead, and one process after the other would be used up.
    await until(async () => (await fetch(`${url}/health/ready`)).ok);
    return { isKilled: true, isDone };
  }

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
    database = await testDatabase();
    const [port = 0, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    url = `http://127.0.0.1:${port}`;
    for (const [at, one] of ports.entries()) {
      proxies.push(await startKillingProxy(database.uri, collections, () => killAtLast(at)));
      nodes.push(run(at, one));
    }
    balancer = await startBalancer(folder, port, ports);
    await Promise.all(nodes.map(isReady));
    await until(async () => (await fetch(`${url}/health/ready`)).ok);
  }, 240_000);
  afterAll(async () => {
    await endProcess(balancer, "SIGKILL");
    await Promise.all(nodes.map(({ child }) => endProcess(child)));
    for (const proxy of proxies) proxy.stop();
    await database.close();
  });

  test("follow an activation, a canary, a rollback and a removal within a second", async () => {
    const [one, two] = [await built("one"), await built("two")];
    /** Changes what is live by any of them. @returns the milliseconds until all have it */
    const followed = async (change: () => Promise<unknown>, version: string | undefined) => {
      await change();
      const since = performance.now();
      await until(() => allHave(version));
      return performance.now() - since;
    };
    await client().publish(one.at);
    await client().publish(two.at);
    const { release } = one;
    expect(await followed(() => client().activate([release]), release.version)).toBeLessThan(1000);
    expect(await followed(() => client().activate([two.release]), two.release.version)).toBeLessThan(1000);
    await expectServed(two.release);
    const back = () => client().rollback(name, two.release.version);
    expect(await followed(back, release.version)).toBeLessThan(1000);
    await client().canary(two.release, 10);
    const promoted = () => client().promote(name);
    expect(await followed(promoted, two.release.version)).toBeLessThan(1000);
    expect(await followed(() => client().remove(name), undefined)).toBeLessThan(1000);
    const restored = () => client().rollback(name, two.release.version);
    expect(await followed(restored, two.release.version)).toBeLessThan(1000);
  });

  test("are the old or the new one, where a process is killed during an upload, an activation or a removal", async () => {
    const first = await built("before");
    await client().activate([await client().publish(first.at)]);
    let before: string | undefined = first.release.version;
    const killedDuring = async (
      step: number,
      { after, work }: { after: string | undefined; work: () => Promise<unknown> },
    ) => {
      const { isKilled, isDone } = await killedAt(step, work);
      expect(isKilled).toBe(true);
      const live = (await client().latest()).remotes[name]?.version;
      expect(isDone ? [after] : [before, after]).toContain(live);
      await until(() => allHave(live));
      if (live !== undefined) await expectServed(await client().find(name, live));
      // What was begun can be done again.
      if (live !== after) await work();
      before = after;
      await until(() => allHave(after));
    };
    // A write of the upload, and one of the activation: `releases/killed.test.ts` ends at each of them.
    for (const step of [1, 6]) {
      const { at, release } = await built(`${step} ${"x".repeat(10_000)}`);
      const work = async () => client().activate([await client().publish(at)]);
      await killedDuring(step, { after: release.version, work });
    }
    await killedDuring(0, { after: undefined, work: () => client().remove(name) });
  }, 240_000);

  test("of two teams at the same moment both succeed, and of two changes of one remote one hears who was first", async () => {
    const [deals, offers] = [await built("at once"), await built("at once", "mfe-offers")];
    await Promise.all([deals, offers].map(({ at }) => client().publish(at)));
    await Promise.all([deals, offers].map(({ release }) => client().activate([release])));
    const { remotes } = await client().latest();
    expect([remotes[name]?.version, remotes["mfe-offers"]?.version]).toEqual([
      deals.release.version,
      offers.release.version,
    ]);
    const others = await Promise.all(["left", "right", "middle"].map((content) => built(content)));
    for (const { at } of others) await client().publish(at);
    const results = await Promise.allSettled(others.map(({ release }) => client().activate([release])));
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason.message).toMatch(
          /\(409\): mfe-deals was changed at the same moment by releases-token/,
        );
    expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
    const { changes } = await client().latest();
    const fulfilled = results.filter(({ status }) => status === "fulfilled").length;
    const versions = others.map(({ release }) => release.version);
    expect(changes?.[name]?.filter(({ version }) => versions.includes(version))).toHaveLength(fulfilled);
  });
});
