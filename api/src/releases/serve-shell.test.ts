import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import path from "node:path";
import type { ActiveRelease } from "@souffleur/contracts";
import express from "express";
import { pinoHttp } from "pino-http";
import { contract, manifestAt, pagesIn, writeBuild } from "../../testing/built-remotes.ts";
import { emptyDatabase } from "../../testing/database/database.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { listen } from "../../tools/network.ts";
import { errorHandler, notFound } from "../http/errors.ts";
import { createLogger } from "../http/logger.ts";
import { createPages } from "./pages.ts";
import { serveShell } from "./serve-shell.ts";
import type { RegistryStore } from "./store/registry.ts";

const log = createLogger("silent");
const folder = temporaryFolder();
let server: Server;
let origin: string;
let entry: string;
let style: string;
/** Long enough to gain from a compression. */
const styles = Array.from({ length: 200 }, (_, at) => `.mfe-auth_a${at}{margin:${at}px}`).join("\n");
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let registry: RegistryStore;

beforeAll(async () => {
  await mkdir(path.join(folder, "shell/dist/assets"), { recursive: true });
  await writeFile(path.join(folder, "shell/dist/assets/shell.js"), "shell();");
  await writeFile(path.join(folder, "shell/dist/assets/shell.js.br"), "brotli");
  await writeFile(path.join(folder, "secret.js"), "secret");
  const dist = path.join(folder, "mfe-auth/dist");
  const release = await writeBuild(dist, "mfe-auth", "auth();", contract, undefined, {
    "routes.0000bbbb.css": styles,
  });
  style = "/remotes/mfe-auth/by-hash/routes.0000bbbb.css";
  entry = `/remotes/mfe-auth/by-hash/${release.entry}`;
  database = await emptyDatabase();
  const pages = await pagesIn(folder)(database.connection);
  registry = pages.registry;
  const app = express();
  app.use(pinoHttp({ logger: log }));
  app.use(pages.router);
  app.use(notFound);
  app.use(errorHandler);
  server = createServer(app);
  origin = `http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

/** Sends the path as it is written; fetch would normalize it. */
function get(pathname: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      request(`${origin}/`, { path: pathname, headers }, (res) => {
        let body = "";
        res.setEncoding("utf8").on("data", (text: string) => {
          body += text;
        });
        res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }));
      })
        .on("error", reject)
        .end();
    },
  );
}

test.each(["/", "/login", "/admin/users", "/nowhere/at/all"])(
  "%s is the page, which is never cached",
  async (pathname) => {
    const answer = await get(pathname);
    expect(answer).toMatchObject({ status: 200, headers: { "cache-control": "no-cache, no-transform" } });
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toContain(entry.split("/").at(-1));
  },
);

test("a page that has not changed is answered with 304", async () => {
  const { headers } = await get("/login");
  expect((await get("/login", { "If-None-Match": String(headers.etag) })).status).toBe(304);
});

test("the registry is never cached", async () => {
  const answer = await get("/remotes.json");
  expect(answer.headers["cache-control"]).toBe("no-cache, no-transform");
  expect(Object.keys(JSON.parse(answer.body).remotes)).toEqual(["mfe-auth"]);
});

test("a hashed file is cached for good, in the best encoding that the browser accepts", async () => {
  const always = {
    "cache-control": "public, max-age=31536000, immutable, no-transform",
    "content-type": "text/css; charset=utf-8",
    vary: "Accept-Encoding",
  };
  const sizes = new Map<string, number>();
  for (const [accepted, encoding] of [
    ["identity", undefined],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
  ] as const) {
    const response = await fetch(origin + style, { headers: { "Accept-Encoding": accepted } });
    expect(Object.fromEntries(response.headers)).toMatchObject(always);
    expect(response.headers.get("content-encoding") ?? undefined).toBe(encoding);
    expect(await response.text()).toBe(styles);
    sizes.set(accepted, Number(response.headers.get("content-length")));
  }
  const [plain = 0, gzip = 0, br = 0] = sizes.values();
  expect(plain).toBe(styles.length);
  expect(gzip).toBeLessThan(plain);
  expect(br).toBeLessThan(gzip);
  expect(await get("/assets/shell.js", { "Accept-Encoding": "gzip" })).toMatchObject({ body: "shell();" });
  expect(await get("/assets/shell.js", { "Accept-Encoding": "br" })).toMatchObject({ body: "brotli" });
});

test("one range of a file is sent, several or impossible ones are not, and HEAD sends no content", async () => {
  const headers = (range: string) => ({ Range: range, "Accept-Encoding": "identity" });
  expect(await get(entry, headers("bytes=1-3"))).toMatchObject({
    status: 206,
    body: "uth",
    headers: { "content-range": "bytes 1-3/7", "content-length": "3", "accept-ranges": "bytes" },
  });
  expect(await get(entry, headers("bytes=-2"))).toMatchObject({ status: 206, body: ");" });
  expect(await get(entry, headers("bytes=0-0,2-2"))).toMatchObject({ status: 200, body: "auth();" });
  expect(await get(entry, headers("bytes=9-"))).toMatchObject({
    status: 416,
    body: "",
    headers: { "content-range": "bytes */7" },
  });
  const { headers: sent } = await get(entry);
  const etag = String(sent.etag);
  expect(await get(entry, { ...headers("bytes=0-0"), "If-Range": etag })).toMatchObject({ status: 206 });
  expect(await get(entry, { ...headers("bytes=0-0"), "If-Range": '"x"' })).toMatchObject({ status: 200 });
  expect(await get(entry, { "If-None-Match": etag })).toMatchObject({ status: 304, body: "" });
  const head = await fetch(origin + entry, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "7", ""]);
});

test.each([
  ["a script", () => entry, 200, "text/javascript; charset=utf-8"],
  ["a stylesheet", () => entry.replace(/[^/]*$/, "routes.0000bbbb.css"), 200, "text/css; charset=utf-8"],
  ["a missing file", () => "/remotes/mfe-auth/by-hash/gone.js", 404, "application/json; charset=utf-8"],
  ["a name without a kind", () => "/remotes/mfe-auth/by-hash/own", 404, "application/json; charset=utf-8"],
])("%s under /remotes is served with a sandboxing policy", async (_what, at, status, type) => {
  expect(await get(at())).toMatchObject({
    status,
    headers: {
      "content-type": type,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
  });
});

test.each([
  "/remotes/mfe-auth/constructor/remoteEntry.js",
  "/remotes/constructor/by-hash/remoteEntry.js",
  "/remotes/__proto__/__proto__/remoteEntry.js",
  "/assets/gone.js",
  "/remotes/mfe-auth/0000000000000000/remoteEntry.js",
  "/remotes/mfe-auth/by-hash/own.html",
  "/remotes/mfe-auth/by-hash/own.js.gz",
  "/favicon.ico",
  "/deep/path/script.js",
  "/assets/..%2f..%2f..%2fsecret.js",
  "/assets/../../../secret.js",
  "/remotes/..%2f../%2e%2e/secret.js",
  "/remotes/mfe-auth/..%2f..%2f..%2fsecret.js/x",
  "/remotes/mfe-auth/%00/x.js",
  "/remotes/.lock/x/y.js",
  "/remotes/%E0%A4%A/x/y.js",
])("%s is no page and no file", async (pathname) => {
  const answer = await get(pathname);
  expect(answer.body).not.toContain("secret");
  expect([400, 404]).toContain(answer.status);
});

/** A remote as teams build them: its chunks of the contracts are the same in all, its other files differ. */
function remoteNumber(number: number): ActiveRelease {
  const name = `mfe-team-${number}`;
  const hashOf = (file: string) => createHash("sha384").update(file);
  const own = (file: string) =>
    file.replace(
      "*",
      hashOf(name + file)
        .digest("hex")
        .slice(0, 8),
    );
  const [entry, routes, style] = [own("remoteEntry.*.js"), own("routes.*.js"), own("routes.*.css")];
  const scripts = number % 5 === 0 ? [routes] : [];
  const files = ["228.be98cf68.js", "85.13975249.js", entry, ...scripts, style];
  return {
    name,
    version: hashOf(name).digest("hex").slice(0, 16),
    global: name.replaceAll("-", "_"),
    entry,
    scripts,
    styles: [style],
    integrity: Object.fromEntries(files.map((file) => [file, `sha384-${hashOf(file).digest("base64")}`])),
    contract,
    manifest: manifestAt(`/team-${number}`, {
      title: `Team ${number}`,
      navigation: { order: number, icon: "deal" },
    }),
    base: `/remotes/${name}/by-hash/`,
  };
}

test.each(["br", "gzip"])(
  "50 remotes take 12 kB at most in the registry, and 3 kB in the page (%s)",
  async (encoding) => {
    const current = await registry.current();
    const sent = async (pathname: string, remotes: number) => {
      const added = Array.from({ length: remotes - 1 }, (_, at) => remoteNumber(at + 1));
      const all = { ...current.remotes, ...Object.fromEntries(added.map((one) => [one.name, one])) };
      const stored = { ...current, remotes: all };
      const many = await serveShell({
        shellDir: path.join(folder, "shell/dist"),
        sendRemoteFile: async () => false,
        registry: { current: async () => stored },
      });
      const own = createServer(express().use(many.router));
      const at = `http://127.0.0.1:${await listen(own, "127.0.0.1", 0)}`;
      const { headers } = await fetch(at + pathname, { headers: { "Accept-Encoding": encoding } });
      own.close();
      own.closeAllConnections();
      expect(headers.get("content-encoding")).toBe(encoding);
      return Number(headers.get("content-length"));
    };
    expect(await sent("/remotes.json", 50)).toBeLessThanOrEqual(12_000);
    const five = await sent("/login", 5);
    expect((await sent("/login", 50)) - five).toBeLessThanOrEqual(3000);
  },
);

test("without a shell's build there are no pages", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(await createPages({ projectDir: nowhere, connection: database.connection, log })).toBeUndefined();
});

test("a start names the live releases that do not fit another shell", async () => {
  const logged: string[] = [];
  const options = { projectDir: folder, connection: database.connection };
  await writeFile(
    path.join(folder, "shell/dist/shell.json"),
    JSON.stringify({ contract: { ...contract, react: "20.0.0" } }),
  );
  await createPages({ ...options, log: createLogger("warn", { write: (line) => void logged.push(line) }) });
  expect(logged).toEqual([expect.stringMatching(/"mfe-auth".*for react \^19\.0\.0, the shell has 20\.0\.0/)]);
});
