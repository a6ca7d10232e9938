import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import path from "node:path";
import type { ActiveRelease, Registry } from "@souffleur/contracts";
import express from "express";
import { pinoHttp } from "pino-http";
import { contract, manifestAt, writeBuild } from "../../testing/build-remote.ts";
import { startPages } from "../../testing/pages.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { listen } from "../../tools/network.ts";
import { errorHandler, notFound } from "../http/errors.ts";
import { createLogger } from "../http/logger.ts";
import { createPages } from "./pages.ts";

const log = createLogger("silent");
const folder = temporaryFolder();
let server: Server;
let origin: string;
let entry: string;
let entryInFolder: string;

beforeAll(async () => {
  await mkdir(path.join(folder, "shell/dist/assets"), { recursive: true });
  await writeFile(path.join(folder, "shell/dist/assets/shell.js"), "shell();");
  await writeFile(path.join(folder, "shell/dist/assets/shell.js.br"), "brotli");
  await writeFile(path.join(folder, "secret.js"), "secret");
  const release = await writeBuild(path.join(folder, "mfe-auth/dist"), "mfe-auth", "auth();");
  entry = `/remotes/mfe-auth/by-hash/${release.entry}`;
  entryInFolder = `/remotes/mfe-auth/${release.version}/${release.entry}`;
  const pages = await startPages(folder);
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
  expect(await get(entry)).toMatchObject({
    body: "auth();",
    headers: {
      "cache-control": "public, max-age=31536000, immutable, no-transform",
      "content-type": "text/javascript; charset=utf-8",
    },
  });
  const headers = { "Accept-Encoding": "gzip, deflate, br" };
  expect(await get(entry, headers)).toMatchObject({
    body: "brotli",
    headers: {
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
    },
  });
  expect(await get(entry, { "Accept-Encoding": "gzip" })).toMatchObject({
    body: "gzip",
    headers: { "content-encoding": "gzip" },
  });
  expect(await get("/assets/shell.js", { "Accept-Encoding": "gzip" })).toMatchObject({ body: "shell();" });
});

test("a release's own folder is public only while the registry names it", async () => {
  expect((await get(entryInFolder)).status).toBe(404);
  const document = path.join(folder, "releases/remotes.json");
  const registry = await readFile(document, "utf8");
  const own = path.posix.dirname(entryInFolder);
  await writeFile(document, registry.replaceAll("/remotes/mfe-auth/by-hash", own));
  expect((await get(entryInFolder)).body).toBe("auth();");
  await writeFile(document, registry);
  expect((await get(entryInFolder)).status).toBe(404);
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

test.each(["own.html", "own.svg", "own.xml", "release", "own.js.gz"])(
  "%s is not served, even where it is among the public files",
  async (name) => {
    await writeFile(path.join(folder, "releases/mfe-auth/by-hash", name), "<script>");
    expect((await get(`/remotes/mfe-auth/by-hash/${name}`)).status).toBe(404);
  },
);

test.each([
  "/remotes/mfe-auth/constructor/remoteEntry.js",
  "/remotes/constructor/by-hash/remoteEntry.js",
  "/remotes/__proto__/__proto__/remoteEntry.js",
  "/assets/gone.js",
  "/remotes/mfe-auth/0000000000000000/remoteEntry.js",
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
    const document = path.join(folder, "releases/remotes.json");
    const before = await readFile(document, "utf8");
    const registry: Registry = JSON.parse(before);
    const sent = async (pathname: string, remotes: number) => {
      const added = Array.from({ length: remotes - 1 }, (_, at) => remoteNumber(at + 1));
      const all = { ...registry.remotes, ...Object.fromEntries(added.map((one) => [one.name, one])) };
      await writeFile(document, JSON.stringify({ ...registry, remotes: all }));
      const { headers } = await get(pathname, { "Accept-Encoding": encoding });
      expect(headers["content-encoding"]).toBe(encoding);
      return Number(headers["content-length"]);
    };
    try {
      expect(await sent("/remotes.json", 50)).toBeLessThanOrEqual(12_000);
      const five = await sent("/login", 5);
      expect((await sent("/login", 50)) - five).toBeLessThanOrEqual(3000);
    } finally {
      await writeFile(document, before);
    }
  },
);

test("without a shell's build there are no pages", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(
    await createPages({ projectDir: nowhere, releasesDir: path.join(nowhere, "releases"), log }),
  ).toBeUndefined();
});
