import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Registry, type Release } from "@souffleur/contracts";
import { createReleaseClient } from "../src/releases/remote-release-client.ts";
import { integrityOf } from "../src/releases/store/release-files.ts";
import { until } from "../testing/app.ts";
import { manifestAt, writeBuild } from "../testing/built-remotes.ts";
import { testDatabase } from "../testing/database/database.ts";
import { readinessOf, runNode, startBalancer, type TestNode } from "../testing/processes/nodes.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { endProcess } from "../tools/child-process.ts";
import { freePort } from "../tools/network.ts";
import { root } from "../tools/run-step.mjs";

const token = "a-token-for-machines-that-release-in-tests";
const name = "mfe-deals";

describe("releases of three processes behind a balancer", () => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let balancer: ChildProcess;
  const folder = temporaryFolder();
  let url: string;
  const nodes: TestNode[] = [];
  /** Three processes that start at once take minutes where all cores are busy. */
  const isReady = ({ port }: TestNode) => until(async () => (await readinessOf(port)) !== undefined, 180_000);
  const urlOf = ({ port }: TestNode) => `http://127.0.0.1:${port}`;
  const client = () => createReleaseClient(url, token);
  const allHave = async (version: string | undefined) =>
    (await Promise.all(nodes.map(liveAt))).every((live) => live === version);

  async function liveAt(node: TestNode): Promise<string | undefined> {
    const response = await fetch(`${urlOf(node)}/remotes.json`);
    return Registry.parse(await response.json()).remotes[name]?.version;
  }

  /** A build with this content, and its folder. */
  async function built(content: string) {
    const at = path.join(folder, "builds", content);
    // What the shell shares is what its build states.
    const { contract } = JSON.parse(await readFile(path.join(root, "shell/dist/shell.json"), "utf8"));
    const release = await writeBuild(at, name, content, contract, manifestAt("/deals"));
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
    const env = {
      PUBLIC_URL: url,
      MONGODB_URI: database.uri,
      RELEASES_TOKEN: token,
      SEED_DEMO: "false",
    };
    nodes.push(...ports.map((one) => runNode(one, folder, env)));
    balancer = await startBalancer(folder, port, ports);
    await Promise.all(nodes.map(isReady));
    await until(async () => (await fetch(`${url}/health/ready`)).ok);
  }, 240_000);
  afterAll(async () => {
    await endProcess(balancer, "SIGKILL");
    await Promise.all(nodes.map(({ child }) => endProcess(child)));
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
});
