import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { encodedMappings, type SourceMapSegment, TraceMap } from "@jridgewell/trace-mapping";
import type { BrowserErrorReport } from "@souffleur/contracts";
import type { BrowserError } from "@souffleur/contracts/live-releases";
import { startApp, type TestApp } from "../../testing/app.ts";
import { pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import type { SignedInUser } from "../../testing/people/people.ts";
import { freshSource } from "../../testing/request.ts";
import type { Pages } from "../releases/pages.ts";

const remote = "mfe-dashboard";
const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
let folder: string;
let pages: Pages;
let api: TestApp;
let platform: SignedInUser;

/** A source map that maps each line of the built file to one of these segments. */
function mapOf(segments: SourceMapSegment[], bundle = "mfe_dashboard"): string {
  const sources = [
    `webpack://${bundle}/./src/calls.ts`,
    "webpack://x/../node_modules/.pnpm/react@19/node_modules/react/index.js",
  ];
  const names = ["loadCalls", "render"];
  const map = new TraceMap({ version: 3, sources, names, mappings: segments.map((segment) => [segment]) });
  return JSON.stringify({ version: 3, sources, names, mappings: encodedMappings(map) });
}

/** Activates a release whose file calls `loadCalls` at this line of its source. */
async function release(content: string, line = 12): Promise<{ version: string; entry: string }> {
  const at = path.join(folder, content);
  const built = await writeBuild(at, remote, content);
  const map = mapOf([
    [0, 0, line - 1, 4],
    [0, 0, line + 20, 2, 0],
    [0, 1, 5, 0, 1],
  ]);
  writeFileSync(path.join(at, `${built.entry}.map`), map);
  writeFileSync(path.join(at, "release.json"), JSON.stringify({ ...built, commit: `commit-of-${content}` }));
  await pages.registry.activate([await pages.registry.publish(at)]);
  return built;
}

/** A stack of Chrome, with a frame of an extension and one without a source map. */
const stackIn = (entry: string) => {
  const file = `https://app.example/remotes/${remote}/by-hash/${entry}`;
  return [
    `TypeError: secret-token-in-the-first-line`,
    `    at o (${file}?r=1:1:1)`,
    `    at Object.onClick [as x] (${file}:2:1)`,
    `    at chrome-extension://abcdef/content.js:1:1`,
    `    at i (${file}:3:1)`,
    `    at https://app.example/remotes/${remote}/by-hash/gone.00000000.js:7:8`,
  ].join("\n");
};

function report(
  over: Partial<BrowserErrorReport> & { token?: unknown } = {},
  { userAgent = chrome, token }: { userAgent?: string; token?: string } = {},
) {
  return api.request("POST", "/api/releases/errors", {
    body: {
      remote,
      name: "TypeError",
      message: "calls is undefined",
      stack: "",
      ...(token !== undefined && { token }),
      ...over,
    },
    headers: { "User-Agent": userAgent },
    source: freshSource(),
  });
}

async function listed(): Promise<BrowserError[]> {
  const { status, body } = await api.request("GET", "/api/admin/releases/errors", { token: platform.token });
  expect(status).toBe(200);
  return body.data.errors;
}

describe("errors in browsers", () => {
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "souffleur-errors-"));
    api = await startApp({ pages: pagesIn(folder) });
    pages = api.pages();
    platform = await api.signIn(await api.createUser({ role: "admin", organization: null }));
  });
  afterEach(async () => {
    await api.connection.collection("browser_errors").deleteMany({});
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("an error is listed with lines of the sources, release and commit", async () => {
    const { version, entry } = await release("one");
    const { status } = await report({ version, screen: "/dashboard", stack: stackIn(entry) });
    expect(status).toBe(200);
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        remote,
        name: "TypeError",
        message: "calls is undefined",
        screen: "/dashboard",
        browser: "Chrome 141",
        count: 1,
        firstSeen: expect.any(String),
        lastSeen: expect.any(String),
        releases: [{ version, commit: "commit-of-one" }],
        isNew: true,
        stack: [
          "loadCalls (mfe-dashboard/src/calls.ts:12:5)",
          "mfe-dashboard/src/calls.ts:33:3",
          "node_modules/react/index.js:6:1",
          "mfe-dashboard/gone.00000000.js:7:8",
        ],
      },
    ]);
    expect(await api.metric(`souffleur_browser_errors_total{remote="${remote}",release="${version}"}`)).toBe(
      1,
    );
  });

  test("a stack of Firefox or Safari is in the same group as one of Chrome", async () => {
    const { version, entry } = await release("one");
    const file = `https://cdn.example/${remote}/${version}/${entry}`;
    await report({ version, stack: `o@${file}:1:1\nasync*x/<@${file}:2:1\n${file}:3:1` });
    await report({ version, stack: stackIn(entry) });
    const [error, ...others] = await listed();
    expect(error).toMatchObject({ count: 2 });
    expect(others).toEqual([]);
  });

  test("the shell's errors are translated too, and those of an earlier shell have no release", async () => {
    const assets = path.join(pages.shell.dir, "assets");
    mkdirSync(assets);
    writeFileSync(path.join(assets, "shell.11111111.js.map"), mapOf([[0, 0, 3, 0]], "souffleur_shell"));
    await report({ remote: "shell", stack: "at https://app.example/assets/shell.11111111.js:1:1" });
    await report({ remote: "shell", stack: "at https://app.example/assets/shell.22222222.js:1:1" });
    const errors = await listed();
    expect(errors.map(({ stack, releases }) => [stack[0], releases.length])).toEqual([
      ["shell/shell.22222222.js:1:1", 0],
      ["shell/src/calls.ts:4:1", 1],
    ]);
  });

  test("no personal data is stored", async () => {
    await release("one");
    const message =
      'GET https://app.example/api/calls?token=abc#q failed for marie@lumiere.example, +33 6 12 34 56 78, id 3f2504e0-4f89-11d3-9a0c-0305e82c3301, card 4111 1111 1111 1111: "length"';
    await report({ message, stack: "at https://app.example/dashboard?token=secret:1:1" });
    const [error] = await listed();
    expect(error?.message).toBe(
      'GET https://app.example/api/calls failed for [email], [number], id [id], card [number]: "length"',
    );
    expect(error?.stack).toEqual([]);
  });

  test("errors of one cause are one group, across releases and when they are reported at once", async () => {
    const one = await release("one");
    await Promise.all(
      Array.from({ length: 10 }, () => report({ version: one.version, stack: stackIn(one.entry) })),
    );
    const two = await release("two", 40);
    await report({ version: two.version, stack: stackIn(two.entry), message: "another text" });
    const errors = await listed();
    expect(errors.map(({ count, isNew, message }) => [count, isNew, message])).toEqual([
      [11, false, "another text"],
    ]);
    expect(errors[0]?.releases.map(({ commit }) => commit)).toEqual(["commit-of-one", "commit-of-two"]);
    expect(errors[0]?.stack[0]).toBe("loadCalls (mfe-dashboard/src/calls.ts:40:5)");
  });

  test("without a source map errors are grouped by their messages, regardless of numbers", async () => {
    await release("one");
    for (const message of ["item 1 is gone", "item 22 is gone", "another"]) await report({ message });
    expect((await listed()).map(({ message, count }) => [message, count])).toEqual([
      ["another", 1],
      ["item 22 is gone", 2],
    ]);
  });

  test("a resolved error disappears, and is new in the release in which it is seen again", async () => {
    const one = await release("one");
    await report({ version: one.version, stack: stackIn(one.entry) });
    const [error] = await listed();
    const resolve = (id: string) =>
      api.request("DELETE", `/api/admin/releases/errors/${id}`, { token: platform.token });
    expect((await resolve(error?.id ?? "")).status).toBe(200);
    expect(await listed()).toEqual([]);
    const next = await release("three");
    await report({ version: next.version, stack: stackIn(next.entry) });
    expect(await listed()).toMatchObject([{ id: error?.id, count: 2, isNew: true }]);
    expect((await resolve("0".repeat(22))).status).toBe(404);
  });

  test("an error of an unknown remote is not stored, and one of an unknown release has none", async () => {
    await release("one");
    expect((await report({ remote: "mfe-invented" })).status).toBe(200);
    expect(await listed()).toEqual([]);
    await report({ version: "abc", message: "$where", name: "$name", stack: "garbage\n".repeat(900) });
    expect(await listed()).toMatchObject([{ releases: [], isNew: false, name: "$name", message: "$where" }]);
  });

  test("a report with a wrong field is refused with the field's name", async () => {
    const wrong = {
      remote: "../etc",
      version: "../x",
      screen: "/calls?token=x",
      name: "x".repeat(101),
      message: "x".repeat(501),
      stack: "x".repeat(8001),
      token: 7,
    };
    for (const [field, value] of Object.entries(wrong))
      expect(await report({ [field]: value })).toMatchObject({ body: { code: "VALIDATION_ERROR", field } });
    expect(await listed()).toEqual([]);
  });

  const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
  const tokenOfAgent = async () => (await api.signIn(await api.createUser())).token;

  test("only the last hundred different errors of a remote are kept", async () => {
    await release("one");
    const token = await tokenOfAgent();
    for (let n = 0; n < 110; n++) await report({ message: letters(n) }, { token });
    expect(await api.connection.collection("browser_errors").countDocuments()).toBe(100);
    expect((await listed())[0]?.message).toBe(letters(109));
  });

  test("any number of anonymous reports leaves those of signed-in users on the list, as they were", async () => {
    const { version, entry } = await release("one");
    const token = await tokenOfAgent();
    for (let n = 0; n < 90; n++) await report({ message: letters(n) }, { token });
    await report({ version, stack: stackIn(entry), message: "genuine" }, { token });
    for (const [n, forged] of [undefined, "forged", `${token}0`, ""].entries()) {
      const by = forged === undefined ? {} : { token: forged };
      for (let k = 0; k < 50; k++) await report({ message: `${letters(n)} ${letters(k)} x` }, by);
      await report({ version, stack: stackIn(entry), message: "rewritten", screen: "/evil" }, by);
    }
    const errors = await listed();
    expect(errors).toHaveLength(100);
    const kept = errors.map(({ message }) => message);
    expect(kept).toEqual(
      expect.arrayContaining(["genuine", ...Array.from({ length: 90 }, (_, n) => letters(n))]),
    );
    expect(errors.find(({ message }) => message === "genuine")).toMatchObject({ count: 5, screen: null });
    expect(await api.connection.collection("browser_errors").countDocuments()).toBe(91 + 30);
  });

  test("an anonymous report does not reopen what was resolved, and one of a signed-in user does", async () => {
    const { version, entry } = await release("one");
    const token = await tokenOfAgent();
    await report({ version, stack: stackIn(entry) }, { token });
    const [error] = await listed();
    await api.request("DELETE", `/api/admin/releases/errors/${error?.id}`, { token: platform.token });
    await report({ version, stack: stackIn(entry) });
    expect(await listed()).toEqual([]);
    await report({ version, stack: stackIn(entry) }, { token });
    expect(await listed()).toMatchObject([{ id: error?.id, count: 3 }]);
  });

  test("errors are deleted 30 days after they were last seen", async () => {
    await release("one");
    await report();
    const errors = api.connection.collection("browser_errors");
    await errors.updateMany({}, { $set: { lastSeen: new Date(Date.now() - 31 * 24 * 3_600_000) } });
    expect(await listed()).toEqual([]);
    await api.app.sweep(new Date());
    expect(await errors.countDocuments()).toBe(0);
  });
});
