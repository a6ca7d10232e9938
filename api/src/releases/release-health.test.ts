import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "../logger.ts";
import type { SignedInUser } from "../people.fixture.ts";
import { freshSource } from "../request.fixture.ts";
import { startApp, type TestApp, until } from "../testing.ts";
import { writeBuild } from "./build-fixture.ts";
import { createPages, type Pages } from "./pages.ts";
import type { ReleaseFigures } from "./release-figures.ts";

const remote = "mfe-admin";
const log = createLogger("silent");
let folder: string;
let pages: Pages;
let api: TestApp;
let platform: SignedInUser;

/** The product with nothing released yet. */
async function start(env: Record<string, string> = {}) {
  folder = mkdtempSync(path.join(tmpdir(), "souffleur-health-"));
  mkdirSync(path.join(folder, "shell/dist"), { recursive: true });
  writeFileSync(
    path.join(folder, "shell/dist/index.html"),
    '<script type="application/json" id="souffleur-registry"></script>',
  );
  const made = await createPages({ releasesDir: path.join(folder, "releases"), log, projectDir: folder });
  if (made === undefined) throw new Error("no pages");
  pages = made;
  api = await startApp({ env, pages });
  platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
}
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes builds of these contents live, one after the other; answers with their versions. */
async function release(...contents: string[]): Promise<string[]> {
  const versions = [];
  for (const content of contents) {
    const at = path.join(folder, content);
    await writeBuild(at, remote, content);
    const published = await pages.registry.publish(at);
    await pages.registry.activate([published]);
    versions.push(published.version);
  }
  return versions;
}

const live = async () => (await pages.registry.current()).remotes[remote]?.version;

interface Told {
  outcome?: "loaded" | "failed";
  ms?: number;
  times?: number;
  token?: string;
  source?: string;
}

const tell = (version: string, { outcome = "loaded", ms, times = 1, token, source }: Told = {}) => {
  const one = { remote, version, outcome, ...(ms !== undefined && { ms }) };
  const body = { reports: Array.from({ length: times }, () => one), ...(token && { token }) };
  return api.request("POST", "/api/releases/reports", { body, source: source ?? freshSource() });
};

const list = async (token: string | undefined = platform.token) =>
  api.request("GET", "/api/admin/releases", { token });

const figures = async () => (await list()).body.data.releases[0];

const rollBack = (version: string, token: string | undefined = platform.token) =>
  api.request("POST", `/api/admin/releases/${remote}/rollback`, { body: { version }, token });

const auditRows = () =>
  api.connection.collection("audit_log").find({ action: "release.rolled_back" }).toArray();

describe("what browsers tell", () => {
  test("is counted for the release that is live, with its times, and lost for every other one", async () => {
    await start();
    const [first = "", second = ""] = await release("one", "two");
    await tell(second, { ms: 90, times: 19 });
    await tell(second, { ms: 4000 });
    await tell(second, { outcome: "failed", times: 2 });
    expect((await tell(first, { outcome: "failed" })).status).toBe(200);
    expect((await tell("0123456789abcdef")).status).toBe(200);
    expect(await figures()).toMatchObject({
      remote,
      version: second,
      share: 100,
      trial: false,
      loads: 20,
      failures: 2,
      before: first,
      commit: null,
      builtAt: "2026-11-21T00:00:00.000Z",
    });
    const { medianMs, slowMs, bytes } = await figures();
    expect(medianMs).toBeGreaterThan(50);
    expect(medianMs).toBeLessThanOrEqual(100);
    expect(slowMs).toBeLessThanOrEqual(100);
    expect(bytes).toBeGreaterThan(0);
  });

  test("starts from nothing when a release is live again", async () => {
    await start();
    const [first = ""] = await release("one");
    await tell(first, { outcome: "failed" });
    await release("two", "one");
    expect(await live()).toBe(first);
    expect(await figures()).toMatchObject({ version: first, loads: 0, failures: 0, medianMs: null });
  });

  test("of a trial is told apart from the active release", async () => {
    await start();
    const [first = ""] = await release("one");
    await writeBuild(path.join(folder, "trial"), remote, "trial");
    const trial = await pages.registry.publish(path.join(folder, "trial"));
    await pages.registry.canary(trial, 10);
    await tell(trial.version, { outcome: "failed" });
    const { releases } = (await list()).body.data;
    expect(releases).toMatchObject([
      { version: first, share: 90, trial: false, failures: 0 },
      { version: trial.version, share: 10, trial: true, failures: 1, before: first },
    ]);
  });

  test.each([
    [{}, "reports"],
    [{ reports: [] }, "reports"],
    [{ reports: "all" }, "reports"],
    [{ reports: [{ remote: "mfe-nowhere", version: "a", outcome: "loaded" }] }, "reports.0.remote"],
    [{ reports: [{ remote, version: "../../etc", outcome: "loaded" }] }, "reports.0.version"],
    [{ reports: [{ remote, version: "a", outcome: "fine" }] }, "reports.0.outcome"],
    [{ reports: [{ remote, version: "a", outcome: "loaded", ms: -1 }] }, "reports.0.ms"],
    [{ reports: [{ remote, version: "a", outcome: "loaded", ms: "5" }] }, "reports.0.ms"],
    [{ reports: Array(21).fill({ remote, version: "a", outcome: "loaded" }) }, "reports"],
    [{ reports: [{ remote, version: "a", outcome: "loaded" }], token: 7 }, "token"],
  ])("is refused by its field where it is %j", async (body, field) => {
    await start();
    const answer = await api.request("POST", "/api/releases/reports", { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "VALIDATION_ERROR", field });
  });

  test("is taken from one source 120 times a minute", async () => {
    await start();
    const [version = ""] = await release("one");
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => tell(version, { source: "192.0.2.9" })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await figures()).toMatchObject({ loads: 120 });
  });

  test("keeps its document small, however many tell", async () => {
    await start();
    const [version = ""] = await release("one");
    const model = api.connection.model<ReleaseFigures>("ReleaseFigures");
    await tell(version);
    await model.updateOne({}, { $set: { people: Array.from({ length: 500 }, (_, at) => `person ${at}`) } });
    await tell(version);
    const kept = await model.findOne().lean<ReleaseFigures>();
    expect(kept).toMatchObject({ loads: 2, people: { length: 500 } });
  });
});

test("the list is for platform administrators alone, and so is a rollback", async () => {
  await start();
  const [, second = ""] = await release("one", "two");
  for (const role of ["admin", "manager", "agent"] as const) {
    const { token } = await api.signIn(await api.createUser({ role }));
    expect((await list(token)).status).toBe(403);
    expect((await rollBack(second, token)).status).toBe(403);
  }
  expect((await api.request("GET", "/api/admin/releases")).status).toBe(401);
  expect(await live()).toBe(second);
});

describe("a rollback by hand", () => {
  test("gives everybody the one before, and the audit log says who did it", async () => {
    await start();
    const [first = "", second = ""] = await release("one", "two");
    const answer = await rollBack(second);
    expect(answer.body).toMatchObject({ success: true, data: { version: first } });
    expect(await live()).toBe(first);
    const [row] = await until(async () => {
      const rows = await auditRows();
      return rows.length > 0 && rows;
    });
    expect(row).toMatchObject({ actorId: platform.id, subjectId: remote, from: second, to: first });
  });

  test("of what is not live any more, or has none before it, is refused and changes nothing", async () => {
    await start();
    const [first = ""] = await release("one");
    const alone = await rollBack(first);
    expect(alone.status).toBe(409);
    expect(alone.body.error).toContain("no earlier release");
    const [second = ""] = await release("two");
    expect((await rollBack(first)).status).toBe(409);
    expect((await rollBack(second)).status).toBe(200);
    expect((await rollBack(second)).status).toBe(409);
    expect(await live()).toBe(first);
  });
});

describe("a release that fails", () => {
  test("is rolled back by itself when it fails for too many, once, and the audit log says why", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const [, second = "", third = ""] = await release("one", "two", "three");
    await Promise.all(Array.from({ length: 4 }, () => tell(third)));
    await tell(third, { outcome: "failed", times: 20 });
    await tell(third, { outcome: "failed" });
    expect(await live()).toBe(third);
    await Promise.all(Array.from({ length: 10 }, () => tell(third, { outcome: "failed" })));
    expect(await live()).toBe(second);
    const rows = await until(async () => {
      const found = await auditRows();
      return found.length > 0 && found;
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actorId: null, subjectId: remote, from: third, to: second });
    expect(rows[0]?.reason).toMatch(/^\d+ of \d+ people had failures$/);
  });

  test("is counted by people: one in many windows, or from many addresses, is one", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const [, second = ""] = await release("one", "two");
    const { token } = await api.signIn(await api.createUser());
    for (let count = 0; count < 6; count++) await tell(second, { outcome: "failed", token });
    for (let count = 0; count < 6; count++) await tell(second, { outcome: "failed", source: "192.0.2.1" });
    expect(await live()).toBe(second);
    await tell(second, { outcome: "failed", token: "not a token" });
    expect(await live()).not.toBe(second);
  });

  test("stays where nobody has switched that on", async () => {
    await start();
    const [, second = ""] = await release("one", "two");
    for (let count = 0; count < 6; count++) await tell(second, { outcome: "failed" });
    expect(await live()).toBe(second);
    expect((await list()).body.data.rollbackPercent).toBeNull();
  });

  test("stays where it became live by a rollback, or is the first", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const [first = ""] = await release("one");
    for (let count = 0; count < 4; count++) await tell(first, { outcome: "failed" });
    const [second = ""] = await release("two");
    await release("three");
    for (let count = 0; count < 4; count++) await tell((await live()) ?? "", { outcome: "failed" });
    expect(await live()).toBe(second);
    for (let count = 0; count < 6; count++) await tell(second, { outcome: "failed" });
    expect(await live()).toBe(second);
  });

  test("on trial loses its trial, and the active one stays", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const [first = ""] = await release("one");
    await writeBuild(path.join(folder, "trial"), remote, "trial");
    const trial = await pages.registry.publish(path.join(folder, "trial"));
    await pages.registry.canary(trial, 10);
    for (let count = 0; count < 3; count++) await tell(trial.version, { outcome: "failed" });
    expect((await pages.registry.current()).canaries).toEqual({});
    expect(await live()).toBe(first);
  });
});
