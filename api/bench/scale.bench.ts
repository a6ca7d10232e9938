import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright";
import { createLogger } from "../src/http/logger.ts";
import { createPages, type Pages } from "../src/releases/pages.ts";
import { openChromium } from "../tools/programs/browser.ts";
import { StepError } from "../tools/step-error.mjs";
import { timeVisits } from "./browser/page-timing.ts";
import { median, type Row, row, timed } from "./figures.ts";
import { relabelledNames, writeRelabelled } from "./releases/relabelled-remotes.ts";
import { releasedFileRows } from "./releases/released-files.ts";
import { type ApiServer, json, startServer } from "./servers/api-server.ts";

const rounds = 10;
const requestsARound = 100;
const storedReleases = 200;
/** The added remote that is released and rolled back. */
const released = "mfe-deals";
const log = createLogger("silent");

interface Deployment {
  server: ApiServer;
  pages: Pages;
}

/** Starts the product with its own five remotes, the added ones, and this many stored releases. */
async function deploy(folder: string, added: readonly string[], kept: number): Promise<Deployment> {
  let made: Pages | undefined;
  const server = await startServer(async (connection) => {
    const pages = await createPages({ connection, log });
    if (pages === undefined) throw new StepError("The shell is not built.");
    made = pages;
    for (const name of added) await pages.registry.activate([await publish(pages, folder, name, 0)]);
    // All of one remote: its next release has the longest list to read.
    const live = Object.keys((await pages.registry.current()).remotes).length;
    for (let edition = 1; edition <= kept - live; edition++) await publish(pages, folder, released, edition);
    return pages;
  });
  if (made === undefined) throw new StepError("Nothing is served.");
  return { server, pages: made };
}

/** Builds by their folder; both deployments use the same. */
const written = new Map<string, Promise<void>>();

async function publish({ registry }: Pages, folder: string, name: string, edition: number) {
  const build = path.join(folder, `${name}-${edition}`);
  const writing = written.get(build) ?? writeRelabelled(build, name, edition);
  written.set(build, writing);
  await writing;
  return registry.publish(build);
}

const none = (): number[] => [];
const noVisits = () => ({ bytes: none(), ready: none() });
const noSamples = () => ({
  /** Milliseconds of each of the API's operations. */
  operations: {
    page: none(),
    start: none(),
    release: none(),
    canary: none(),
    rollback: none(),
    report: none(),
  },
  visits: { "/login": noVisits(), "/dashboard": noVisits() },
});
type Samples = ReturnType<typeof noSamples>;
type Operations = Samples["operations"];

/** Times one release of a new build, a canary of it, and the rollback of both. */
async function sample({ server, pages }: Deployment, folder: string, edition: number, into: Operations) {
  const { registry } = pages;
  const get = async () => (await fetch(`${server.url}/dashboard`)).arrayBuffer();
  await get();
  const pageMs = await timed(async () => {
    for (let request = 0; request < requestsARound; request++) await get();
  });
  into.page.push(pageMs / requestsARound);
  into.start.push(await timed(() => createPages({ connection: server.connection, log })));
  // The build is written before the measurement.
  await writeRelabelled(path.join(folder, `${released}-${edition}`), released, edition);
  written.set(path.join(folder, `${released}-${edition}`), Promise.resolve());
  into.release.push(
    await timed(async () => registry.activate([await publish(pages, folder, released, edition)])),
  );
  const live = async () => (await registry.current()).remotes[released]?.version ?? "";
  const { version } = await registry.find(released, await live());
  into.rollback.push(await timed(() => registry.rollback(released, version)));
  const release = await registry.find(released, version);
  into.canary.push(await timed(() => registry.canary(release, 5)));
  const reports = [{ remote: released, version, outcome: "failed" }];
  const body = JSON.stringify({ reports, token: (await server.signIn("agent")).accessToken });
  into.report.push(
    await timed(() => fetch(`${server.url}/api/releases/reports`, { method: "POST", headers: json, body })),
  );
  await registry.rollback(released, version);
}

async function visit(
  browser: Browser,
  { server }: Deployment,
  at: string,
  into: ReturnType<typeof noVisits>,
): Promise<void> {
  const session = at === "/login" ? undefined : await server.signIn("admin");
  const { cold } = await timeVisits(browser, server.url + at, undefined, session);
  into.bytes.push(cold.bytes);
  into.ready.push(cold.ready);
}

/** Bytes of the registry document as it is sent. */
async function documentBytes({ server }: Deployment, encoding: string): Promise<number> {
  const headers = { "accept-encoding": encoding };
  const answer = await fetch(`${server.url}/remotes.json`, { headers });
  await answer.arrayBuffer();
  return Number(answer.headers.get("content-length"));
}

/** 50 remotes and 200 stored releases, against the product's own five. */
export default async function scale(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-scale-bench-"));
  const five = await deploy(folder, [], 0);
  const fifty = await deploy(folder, relabelledNames, storedReleases);
  const browser = await openChromium();
  try {
    const deployments = [five, fifty];
    const samples = new Map(deployments.map((one) => [one, noSamples()]));
    const inTurns = async (measure: (one: Deployment, into: Samples, round: number) => Promise<void>) => {
      // The first round is a warm-up, and the order alternates.
      for (let round = 0; round <= rounds; round++)
        for (const one of round % 2 === 0 ? deployments : deployments.toReversed())
          await measure(one, (round > 0 && samples.get(one)) || noSamples(), round);
    };
    await inTurns(async (one, { visits }) => {
      await visit(browser, one, "/login", visits["/login"]);
      await visit(browser, one, "/dashboard", visits["/dashboard"]);
    });
    const documents = await Promise.all(
      ["br", "gzip"].map(async (encoding) =>
        row(
          `registry document (${encoding}), bytes`,
          await documentBytes(fifty, encoding),
          "≤ 12000",
          await documentBytes(five, encoding),
          0,
        ),
      ),
    );
    // The five get the remote that is released.
    await five.pages.registry.activate([await publish(five.pages, folder, released, 0)]);
    await inTurns((one, { operations }, round) => sample(one, folder, storedReleases + round, operations));
    const [few, many] = [samples.get(five), samples.get(fifty)];
    if (few === undefined || many === undefined) throw new StepError("Nothing was measured.");
    const operation = (name: string, key: keyof Operations, goal: string) =>
      row(name, median(many.operations[key]), goal, median(few.operations[key]), 1);
    const rows: Row[] = [];
    for (const at of ["/login", "/dashboard"] as const) {
      const [ours, theirs] = [many.visits[at], few.visits[at]];
      rows.push(row(`${at}: bytes`, median(ours.bytes), "≤ 1.02", median(theirs.bytes), 0));
      rows.push(row(`${at}: ms, empty cache`, median(ours.ready), "≤ 1.02", median(theirs.ready), 0));
    }
    rows.push(
      ...documents,
      operation("release (publish and activate), ms", "release", "≤ 1.0"),
      operation("rollback, ms", "rollback", "≤ 1.0"),
      operation("canary started, ms", "canary", ""),
      operation("a failure reported and judged, ms", "report", ""),
      operation("one page from the API, ms", "page", ""),
      operation("pages at the API's start, ms", "start", ""),
      ...(await releasedFileRows(fifty.pages, fifty.server)),
    );
    return rows;
  } finally {
    await browser.close();
    for (const { server } of [five, fifty]) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
