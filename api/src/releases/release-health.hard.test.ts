import path from "node:path";
import { startApp, type TestApp } from "../../testing/app.ts";
import { contract, manifestAt, pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { audited } from "../../testing/database/audit-log.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { freshSource } from "../../testing/request.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { Pages } from "./pages.ts";
import type { ReleaseMetrics } from "./release-metrics.ts";

const remote = "mfe-admin";
let folder: string;
let pages: Pages;
let api: TestApp;
let platform: SignedInUser;

/** Starts the product without a release. */
async function start(env: Record<string, string> = {}) {
  folder = temporaryFolder();
  api = await startApp({ env, pages: pagesIn(folder) });
  pages = api.pages();
  platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
}
afterEach(() => api.close());

/** Makes builds of these contents live, one after the other. @returns their versions */
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

interface Report {
  outcome?: "loaded" | "failed";
  ms?: number;
  times?: number;
  token?: string;
  source?: string;
}

const report = (version: string, { outcome = "loaded", ms, times = 1, token, source }: Report = {}) => {
  const one = { remote, version, outcome, ...(ms !== undefined && { ms }) };
  const body = { reports: Array.from({ length: times }, () => one), ...(token && { token }) };
  return api.request("POST", "/api/releases/reports", { body, source: source ?? freshSource() });
};

/** The tokens of this many users. */
const signedIn = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await api.signIn(await api.createUser())).token));

const list = async (token: string | undefined = platform.token) =>
  api.request("GET", "/api/admin/releases", { token });

const metrics = async () => (await list()).body.data.releases[0];

const rollBack = (version: string, token: string | undefined = platform.token) =>
  api.request("POST", `/api/admin/releases/${remote}/rollback`, { body: { version }, token });

/** The rows of rollbacks, as soon as there is one. */
const auditRows = () => audited(api, { action: "release.rolled_back" });

/** Gives a release to ten percent of the users. */
async function startCanary(): Promise<string> {
  const build = path.join(folder, "canary");
  await writeBuild(build, remote, "canary");
  const canary = await pages.registry.publish(build);
  await pages.registry.canary(canary, 10);
  return canary.version;
}

describe("what browsers report", () => {
  test("is counted with its times for the live release, and ignored for every other one", async () => {
    await start();
    const [first = "", second = ""] = await release("one", "two");
    await report(second, { ms: 90, times: 19 });
    await report(second, { ms: 4000 });
    await report(second, { outcome: "failed", times: 2 });
    expect((await report(first, { outcome: "failed" })).status).toBe(200);
    expect((await report("0123456789abcdef")).status).toBe(200);
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

  test("is counted from zero when a release is live again", async () => {
    await start();
    const [first = ""] = await release("one");
    await report(first, { outcome: "failed" });
    await release("two", "one");
    expect(await live()).toBe(first);
    expect(await metrics()).toMatchObject({ version: first, loads: 0, failures: 0, medianMs: null });
  });

  test("of a canary is counted apart from the active release", async () => {
    await start();
    const [first = ""] = await release("one");
    const canary = await startCanary();
    await report(canary, { outcome: "failed" });
    const { releases } = (await list()).body.data;
    expect(releases).toMatchObject([
      { version: first, share: 90, trial: false, failures: 0 },
      { version: canary, share: 10, trial: true, failures: 1, before: first },
    ]);
  });

  test("is refused by its field where it is wrong", async () => {
    await start();
    for (const [body, field] of [
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
    ] as const) {
      const answer = await api.request("POST", "/api/releases/reports", { body });
      expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", field } });
    }
  });

  test("is accepted from one source 120 times a minute", async () => {
    await start();
    const [version = ""] = await release("one");
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => report(version, { source: "192.0.2.9" })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(await metrics()).toMatchObject({ loads: 120 });
  });

  test("keeps its document small, however many users report", async () => {
    await start();
    const [version = ""] = await release("one");
    const model = api.connection.model<ReleaseMetrics>("ReleaseMetrics");
    await report(version);
    await model.updateOne({}, { $set: { accounts: Array.from({ length: 500 }, (_, at) => `person ${at}`) } });
    const [token = ""] = await signedIn(1);
    await report(version, { token, outcome: "failed" });
    const kept = await model.findOne().lean<ReleaseMetrics>();
    // A failure of an uncounted user would only make the share grow.
    expect(kept).toMatchObject({ loads: 1, failures: 1, accounts: { length: 500 }, failingAccounts: [] });
  });
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
  test("activates the previous release for all users, and the audit log names the administrator", async () => {
    await start();
    const [first = "", second = ""] = await release("one", "two");
    const answer = await rollBack(second);
    expect(answer.body).toMatchObject({ success: true, data: { version: first } });
    expect(await live()).toBe(first);
    const [row] = await auditRows();
    expect(row).toMatchObject({ actorId: platform.id, subjectId: remote, from: second, to: first });
  });

  test("of a release that is not live, or has no previous one, is refused and changes nothing", async () => {
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
  /** Two releases, the first of which so many users have used without a failure. */
  async function startWithTwo(count: number, env: Record<string, string> = {}) {
    await start(env);
    const tokens = await signedIn(count);
    const [first = ""] = await release("one");
    for (const token of tokens) await report(first, { token });
    const [second = ""] = await release("two");
    return { tokens, first, second };
  }

  test("is rolled back once when it fails for too many users, and the audit log has the numbers", async () => {
    const { tokens, first, second } = await startWithTwo(12, { ROLLBACK_PERCENT: "50" });
    for (const token of tokens.slice(0, 2)) await report(second, { token });
    for (const token of tokens.slice(2, 6)) await report(second, { token, outcome: "failed", times: 20 });
    expect(await live()).toBe(second);
    await Promise.all(tokens.slice(6).map((token) => report(second, { token, outcome: "failed" })));
    expect(await live()).toBe(first);
    const rows = await auditRows();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ actorId: null, subjectId: remote, from: second, to: first });
    expect(rows[0]?.reason).toMatch(
      new RegExp(
        `^\\d+ of \\d+ signed-in people \\(\\d+%\\) had failures, with ${first} before it 0 of 12 signed-in people \\(0%\\)$`,
      ),
    );
  });

  test("stays active for any number of unauthenticated failure reports, from any source and with any token", async () => {
    const { tokens, first, second } = await startWithTwo(5, { ROLLBACK_PERCENT: "1" });
    for (let count = 0; count < 30; count++) {
      const token = ["", "not a token", `${tokens[0]}x`][count % 3];
      await report(second, { outcome: "failed", times: 20, ...(token !== "" && { token }) });
    }
    // Four users and any number of unauthenticated reports still count as four users.
    for (const token of tokens.slice(0, 4)) await report(second, { outcome: "failed", token });
    expect(await live()).toBe(second);
    expect(await metrics()).toMatchObject({ failures: 604 });
    await report(second, { outcome: "failed", token: tokens.at(-1) ?? "" });
    expect(await live()).toBe(first);
  });

  test("counts a user once, however many sessions and addresses they have", async () => {
    const { second } = await startWithTwo(5, { ROLLBACK_PERCENT: "1" });
    const user = await api.createUser();
    for (let count = 0; count < 8; count++) {
      const { token } = await api.signIn(user);
      await report(second, { outcome: "failed", times: 20, token });
    }
    const one = await api.connection.model<ReleaseMetrics>("ReleaseMetrics").findOne({ version: second });
    expect(one).toMatchObject({ accounts: { length: 1 }, failingAccounts: { length: 1 } });
    expect(await live()).toBe(second);
  });

  test("does not count for users who have signed out", async () => {
    const { tokens, second } = await startWithTwo(5, { ROLLBACK_PERCENT: "1" });
    for (const token of tokens) {
      await api.request("POST", "/api/auth/logout", { token });
      await report(second, { outcome: "failed", token });
    }
    expect(await live()).toBe(second);
  });

  test("stays where the previous one fails nearly as often, or had too few users", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const tokens = await signedIn(10);
    const [first = ""] = await release("one");
    for (const token of tokens.slice(0, 4)) await report(first, { token });
    const [second = ""] = await release("two");
    for (const token of tokens) await report(second, { token, outcome: "failed" });
    expect(await live()).toBe(second);
    const [third = ""] = await release("three");
    for (const token of tokens) await report(third, { token, outcome: "failed" });
    expect(await live()).toBe(third);
  });

  test("is rolled back where the previous one failed half as often, and stays where it failed a little more", async () => {
    await start({ ROLLBACK_PERCENT: "50" });
    const tokens = await signedIn(10);
    const failingOf = async (version: string, count: number) => {
      for (const token of tokens.slice(count)) await report(version, { token });
      for (const token of tokens.slice(0, count)) await report(version, { token, outcome: "failed" });
    };
    const [first = ""] = await release("one");
    await failingOf(first, 4);
    const [second = ""] = await release("two");
    await failingOf(second, 7);
    expect(await live()).toBe(second);
    const [token = ""] = tokens.slice(7);
    await report(second, { token, outcome: "failed" });
    expect(await live()).toBe(first);
  });

  test("is rolled back once where several nodes receive the reports at once", async () => {
    const env = { ROLLBACK_PERCENT: "50" };
    const { tokens, first, second } = await startWithTwo(12, env);
    const other = await startApp({ env, pages: pagesIn(folder), connection: api.connection });
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
    await auditRows();
    await other.close();
    expect(await auditRows()).toHaveLength(1);
  });

  test("stays where automatic rollbacks are not configured", async () => {
    const { tokens, second } = await startWithTwo(6);
    for (const token of tokens) await report(second, { outcome: "failed", token });
    expect(await live()).toBe(second);
    expect((await list()).body.data.rollbackPercent).toBeNull();
  });

  test("stays where it became live by a rollback, or is the first", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const tokens = await signedIn(5);
    const fail = async (version: string) => {
      for (const token of tokens) await report(version, { outcome: "failed", token });
    };
    const [first = ""] = await release("one");
    for (const token of tokens) await report(first, { token });
    await fail(first);
    expect(await live()).toBe(first);
    const [second = ""] = await release("two");
    for (const token of tokens) await report(second, { token });
    const [third = ""] = await release("three");
    await fail(third);
    expect(await live()).toBe(second);
    await fail(second);
    expect(await live()).toBe(second);
  });

  test("as a canary is ended, and the active release stays", async () => {
    await start({ ROLLBACK_PERCENT: "10" });
    const tokens = await signedIn(5);
    const [first = ""] = await release("one");
    for (const token of tokens) await report(first, { token });
    const canary = await startCanary();
    for (const token of tokens) await report(canary, { outcome: "failed", token });
    expect((await pages.registry.current()).canaries).toEqual({});
    expect(await live()).toBe(first);
  });
});
