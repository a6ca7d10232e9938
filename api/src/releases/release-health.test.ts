import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startApp, type TestApp, until } from "../../testing/app.ts";
import { contract, manifestAt, writeBuild } from "../../testing/build-remote.ts";
import type { SignedInUser } from "../../testing/people.ts";
import { freshSource } from "../../testing/request.ts";
import { createLogger } from "../http/logger.ts";
import { createPages, type Pages } from "./pages.ts";
import type { ReleaseMetrics } from "./release-metrics.ts";

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

/** Tokens of people, each another one. */
const signedIn = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await api.signIn(await api.createUser())).token));

const list = async (token: string | undefined = platform.token) =>
  api.request("GET", "/api/admin/releases", { token });

const metrics = async () => (await list()).body.data.releases[0];

const rollBack = (version: string, token: string | undefined = platform.token) =>
  api.request("POST", `/api/admin/releases/${remote}/rollback`, { body: { version }, token });

const auditRows = () =>
  api.connection.collection("audit_log").find({ action: "release.rolled_back" }).toArray();

describe("what browsers report", () => {
  test("is counted for the release that is live, with its times, and lost for every other one", async () => {
    await start();
    const [first = "", second = ""] = await release("one", "two");
    await tell(second, { ms: 90, times: 19 });
    await tell(second, { ms: 4000 });
    await tell(second, { outcome: "failed", times: 2 });
    expect((await tell(first, { outcome: "failed" })).status).toBe(200);
    expect((await tell("0123456789abcdef")).status).toBe(200);
    expect(await metrics()).toMatchObject({
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
    const { medianMs, slowMs, bytes } = await metrics();
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
    expect(await metrics()).toMatchObject({ version: first, loads: 0, failures: 0, medianMs: null });
  });

  test("of a canary is counted apart from the active release", async () => {
    await start();
    const [first = ""] = await release("one");
    await writeBuild(path.join(folder, "canary"), remote, "canary");
    const canary = await pages.registry.publish(path.join(folder, "canary"));
    await pages.registry.canary(canary, 10);
    await tell(canary.version, { outcome: "failed" });
    const { releases } = (await list()).body.data;
    expect(releases).toMatchObject([
      { version: first, share: 90, trial: false, failures: 0 },
      { version: canary.version, share: 10, trial: true, failures: 1, before: first },
    ]);
  });

  test.each([
    [{}, "reports"],
    [{ reports: [] }, "reports"],
    [{ reports: "all" }, "reports"],
    [{ reports: [{ remote: "nowhere", version: "a", outcome: "loaded" }] }, "reports.0.remote"],
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
    expect(await metrics()).toMatchObject({ loads: 120 });
  });

  test("keeps its document small, however many tell", async () => {
    await start();
    const [version = ""] = await release("one");
    const model = api.connection.model<ReleaseMetrics>("ReleaseMetrics");
    await tell(version);
    await model.updateOne({}, { $set: { accounts: Array.from({ length: 500 }, (_, at) => `person ${at}`) } });
    const [token = ""] = await signedIn(1);
    await tell(version, { token, outcome: "failed" });
    const kept = await model.findOne().lean<ReleaseMetrics>();
    // A failure of an uncounted user would only make the share grow.
    expect(kept).toMatchObject({ loads: 1, failures: 1, accounts: { length: 500 }, failingAccounts: [] });
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

test("the list has a remote's title in the reader's language, or else in English", async () => {
  await start();
  const titles = [{ title: "Deals", french: "Affaires" }, { title: "Tasks" }];
  for (const [at, title] of titles.entries()) {
    const build = path.join(folder, `titled-${at}`);
    await writeBuild(build, `mfe-${at}`, `titled ${at}`, contract, manifestAt(`/${at}`, title));
    await pages.registry.activate([await pages.registry.publish(build)]);
  }
  const titlesIn = async (language: string) => {
    const headers = { "accept-language": language };
    const { body } = await api.request("GET", "/api/admin/releases", { token: platform.token, headers });
    return body.data.releases.map(({ title }: { title: string }) => title);
  };
  expect(await titlesIn("fr")).toEqual(["Affaires", "Tasks"]);
  expect(await titlesIn("en")).toEqual(["Deals", "Tasks"]);
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

  test("of what is no longer live, or has none before it, is refused and changes nothing", async () => {
    await start();
    const [first = ""] = await release("one");
    const alone = await rollBack(first);
    expect(alone.status).toBe(409);
    expect(alone.body.error).toContain("no earlier release");
    const [second = ""] = await release("two");
    expect((await rollBack(first)).status).toBe(409);
    expect((await rollBack(second)).status).toBe(200);
    const french = await api.request("POST", `/api/admin/releases/${remote}/rollback`, {
      body: { version: second },
      token: platform.token,
      headers: { "accept-language": "fr" },
    });
    expect(french).toMatchObject({
      status: 409,
      body: { error: `${remote} ${second} n’est plus en ligne.` },
    });
    expect(await live()).toBe(first);
  });
});

describe("a release that fails", () => {
  /** Two releases, of which these people have used the first without a failure. */
  async function releasedFor(tokens: readonly string[]): Promise<[string, string]> {
    const [first = ""] = await release("one");
    for (const token of tokens) await tell(first, { token });
    const [second = ""] = await release("two");
    return [first, second];
  }

  test("is rolled back by itself when it fails for too many, once, and the audit log names the numbers", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const tokens = await signedIn(12);
    const [first, second] = await releasedFor(tokens);
    for (const token of tokens.slice(0, 2)) await tell(second, { token });
    for (const token of tokens.slice(2, 6)) await tell(second, { token, outcome: "failed", times: 20 });
    expect(await live()).toBe(second);
    await Promise.all(tokens.slice(6).map((token) => tell(second, { token, outcome: "failed" })));
    expect(await live()).toBe(first);
    const rows = await until(async () => {
      const found = await auditRows();
      return found.length > 0 && found;
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actorId: null, subjectId: remote, from: second, to: first });
    expect(rows[0]?.reason).toMatch(
      new RegExp(
        `^\\d+ of \\d+ signed-in people \\(\\d+%\\) had failures, with ${first} before it 0 of 12 signed-in people \\(0%\\)$`,
      ),
    );
  });

  test("stays active for any number of unauthenticated failure reports, from any source and with any token", async () => {
    await start({ ROLLBACK_PERCENT: "1" });
    const tokens = await signedIn(5);
    const [first, second] = await releasedFor(tokens);
    for (let count = 0; count < 30; count++) {
      const token = ["", "not a token", `${tokens[0]}x`][count % 3];
      await tell(second, { outcome: "failed", times: 20, ...(token !== "" && { token }) });
    }
    // Four users and any number of unauthenticated reports still count as four users.
    for (const token of tokens.slice(0, 4)) await tell(second, { outcome: "failed", token });
    expect(await live()).toBe(second);
    expect(await metrics()).toMatchObject({ failures: 604 });
    await tell(second, { outcome: "failed", token: tokens.at(-1) ?? "" });
    expect(await live()).toBe(first);
  });

  test("is counted by people: one in many sessions, windows and places is one", async () => {
    await start({ ROLLBACK_PERCENT: "1" });
    const [, second] = await releasedFor(await signedIn(5));
    const user = await api.createUser();
    for (let count = 0; count < 8; count++) {
      const { token } = await api.signIn(user);
      await tell(second, { outcome: "failed", times: 20, token });
    }
    const one = await api.connection.model<ReleaseMetrics>("ReleaseMetrics").findOne({ version: second });
    expect(one).toMatchObject({ accounts: { length: 1 }, failingAccounts: { length: 1 } });
    expect(await live()).toBe(second);
  });

  test("of a user that has signed out or may no longer act does not count", async () => {
    await start({ ROLLBACK_PERCENT: "1" });
    const tokens = await signedIn(5);
    const [, second] = await releasedFor(tokens);
    for (const token of tokens) {
      await api.request("POST", "/api/auth/logout", { token });
      await tell(second, { outcome: "failed", token });
    }
    expect(await live()).toBe(second);
  });

  test("stays where the one before fails nearly as often, or too few have used that to tell", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const tokens = await signedIn(10);
    const [first = ""] = await release("one");
    for (const token of tokens.slice(0, 4)) await tell(first, { token });
    const [second = ""] = await release("two");
    for (const token of tokens) await tell(second, { token, outcome: "failed" });
    expect(await live()).toBe(second);
    const [third = ""] = await release("three");
    for (const token of tokens) await tell(third, { token, outcome: "failed" });
    expect(await live()).toBe(third);
  });

  test("goes where the one before failed half as often, and stays where it failed a little more", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const tokens = await signedIn(10);
    const failingOf = async (version: string, count: number) => {
      for (const token of tokens.slice(count)) await tell(version, { token });
      for (const token of tokens.slice(0, count)) await tell(version, { token, outcome: "failed" });
    };
    const [first = ""] = await release("one");
    await failingOf(first, 4);
    const [second = ""] = await release("two");
    await failingOf(second, 7);
    expect(await live()).toBe(second);
    const [token = ""] = tokens.slice(7);
    await tell(second, { token, outcome: "failed" });
    expect(await live()).toBe(first);
  });

  test("is rolled back once where several nodes hear of it at once", async () => {
    const env = { ROLLBACK_PERCENT: "50" };
    await start(env);
    const tokens = await signedIn(12);
    const [first, second] = await releasedFor(tokens);
    const made = await createPages({ releasesDir: path.join(folder, "releases"), log, projectDir: folder });
    if (made === undefined) throw new Error("no pages");
    const other = await startApp({ env, pages: made, connection: api.connection });
    const reports = [{ remote, version: second, outcome: "failed" }];
    await Promise.all(
      tokens.map((token, at) =>
        (at % 2 === 0 ? api : other).request("POST", "/api/releases/reports", {
          body: { reports, token },
          source: freshSource(),
        }),
      ),
    );
    expect(await live()).toBe(first);
    const kinds = (await pages.registry.kept()).changes?.[remote]?.map(({ kind }) => kind);
    expect(kinds).toEqual(["rolled-back", "activated", "activated"]);
    await until(async () => (await auditRows()).length > 0);
    await other.close();
    expect(await auditRows()).toHaveLength(1);
  });

  test("stays where nobody has switched that on", async () => {
    await start();
    const tokens = await signedIn(6);
    const [, second] = await releasedFor(tokens);
    for (const token of tokens) await tell(second, { outcome: "failed", token });
    expect(await live()).toBe(second);
    expect((await list()).body.data.rollbackPercent).toBeNull();
  });

  test("stays where it became live by a rollback, or is the first", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const tokens = await signedIn(5);
    const fail = async (version: string) => {
      for (const token of tokens) await tell(version, { outcome: "failed", token });
    };
    const [first = ""] = await release("one");
    for (const token of tokens) await tell(first, { token });
    await fail(first);
    expect(await live()).toBe(first);
    const [second = ""] = await release("two");
    for (const token of tokens) await tell(second, { token });
    const [third = ""] = await release("three");
    await fail(third);
    expect(await live()).toBe(second);
    await fail(second);
    expect(await live()).toBe(second);
  });

  test("as a canary is ended, and the active one stays", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const tokens = await signedIn(5);
    const [first = ""] = await release("one");
    for (const token of tokens) await tell(first, { token });
    await writeBuild(path.join(folder, "canary"), remote, "canary");
    const canary = await pages.registry.publish(path.join(folder, "canary"));
    await pages.registry.canary(canary, 10);
    for (const token of tokens) await tell(canary.version, { outcome: "failed", token });
    expect((await pages.registry.current()).canaries).toEqual({});
    expect(await live()).toBe(first);
  });
});
