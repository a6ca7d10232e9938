import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import type { Registry } from "@souffleur/contracts";
import express, { type Request, type Response, type Router } from "express";
import { appError } from "../http/errors.ts";
import { overrideOf, overrideRegistry } from "./overrides.ts";
import { createPage, firstScreen } from "./page.ts";
import { createPreparedTexts } from "./prepared-texts.ts";
import { contentTypeOf } from "./store/file-types.ts";
import { sharedPlace } from "./store/shared-files.ts";

interface ServeShellOptions {
  /** The shell's build: `index.html` and `assets/`. */
  shellDir: string;
  /** Has `<name>/<version>/<file>` of every stored release and `<name>/by-hash/<file>` of those that were live. */
  releasesDir: string;
  registry: { current(): Promise<Registry> };
  /** The timeout of each file of a remote; by default the shell's own. */
  fileTimeoutMs?: number | undefined;
  /** False in development, where files change under one name. */
  immutable?: boolean;
}

export interface ServedShell {
  router: Router;
  /** Hashes of the scripts in the page of this request, for `script-src` of the content-security policy. */
  scriptSources: (req: IncomingMessage) => readonly string[];
}

/** The development variant of the shell, in which a replaced remote keeps its state; older builds have none. */
const developmentPage = "development.html";
const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;
/** A release's file that is opened as a page can do nothing. */
const remotesPolicy = "default-src 'none'; sandbox";
/** A path segment that may name a file or folder: no separator, no leading dot. */
const segment = /^[\w-][\w.-]*$/;
/** Its last segment has no extension. */
const pagePath = /\/[^/.]*$/;

/**
 * Serves the pages, the registry and the bundles. A path with an extension is never a page, so that a missing chunk fails
 * as a script.
 * @throws where the shell is not built
 */
export async function serveShell({
  shellDir,
  releasesDir,
  registry,
  fileTimeoutMs,
  immutable = true,
}: ServeShellOptions): Promise<ServedShell> {
  const page = createPage(await readFile(path.join(shellDir, "index.html"), "utf8"), fileTimeoutMs);
  const development = await readFile(path.join(shellDir, developmentPage), "utf8").then(
    (html) => createPage(html, fileTimeoutMs),
    () => undefined,
  );
  const router = express.Router();
  // A proxy that rewrites what it passes on (minifies, recompresses) would break the integrity hashes.
  const cacheControl = `${immutable ? "public, max-age=31536000, immutable" : "no-cache"}, no-transform`;

  const texts = createPreparedTexts();
  router.get("/remotes.json", async (req, res) => {
    const current = await registry.current();
    const own = overrideOf(req);
    if (own === undefined)
      await texts.send(req, res.type("json"), current, "registry", () => JSON.stringify(current));
    else res.set("Cache-Control", "private, no-store").json(overrideRegistry(current, own));
  });
  /** A release's own folder is public only while the registry names it. */
  const isOpen = async (name: string, place: string): Promise<boolean> => {
    if (`${name}/${place}/` === sharedPlace(name)) return true;
    const { remotes, canaries = {} } = await registry.current();
    return [remotes[name], canaries[name]?.release].some(
      (live) => live?.base === `/remotes/${name}/${place}/`,
    );
  };
  router.get("/remotes/:name/:place/:file", async (req, res) => {
    res.set({ "Content-Security-Policy": remotesPolicy, "X-Content-Type-Options": "nosniff" });
    const { name, place, file } = req.params;
    const type = contentTypeOf(file);
    if (type === undefined || !(await isOpen(name, place))) throw appError("NOT_FOUND");
    await sendBuilt(req, res, { root: releasesDir, segments: [name, place, file], type, cacheControl });
  });
  router.get("/assets/:file", async (req, res) => {
    const { file } = req.params;
    const type = path.extname(file);
    await sendBuilt(req, res, { root: shellDir, segments: ["assets", file], type, cacheControl });
  });
  router.get(pagePath, async (req, res) => {
    const current = await registry.current();
    const own = overrideOf(req);
    if (own === undefined || development === undefined) {
      const first = firstScreen(req.path, current)?.path ?? "/";
      await texts.send(req, res.type("html"), current, first, () => page.render(req.path, current));
      return;
    }
    const html = development.render(req.path, overrideRegistry(current, own), own);
    res.set("Cache-Control", "private, no-store, no-transform").type("html").send(html);
  });
  return {
    router,
    scriptSources: (req) => ((overrideOf(req) && development) ?? page).scriptSources,
  };
}

interface BuiltFile {
  root: string;
  segments: readonly string[];
  /** The media type, or an extension that stands for one. */
  type: string;
  cacheControl: string;
}

/**
 * Sends a built file in the best encoding that is stored beside it.
 * @throws AppError NOT_FOUND
 */
async function sendBuilt(
  req: Request,
  res: Response,
  { root, segments, type, cacheControl }: BuiltFile,
): Promise<void> {
  const folder = path.resolve(root);
  const file = segments.every((part) => segment.test(part)) ? path.join(...segments) : undefined;
  if (file === undefined || !(await isThere(path.join(folder, file)))) throw appError("NOT_FOUND");
  let sent = file;
  for (const { name, extension } of encodings) {
    if (req.acceptsEncodings(name) !== name || !(await isThere(path.join(folder, file + extension))))
      continue;
    sent = file + extension;
    res.set("Content-Encoding", name);
    break;
  }
  res.vary("Accept-Encoding").type(type).set("Cache-Control", cacheControl);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(sent, { root: folder, cacheControl: false }, (error) => {
      // The client closed the connection.
      if (error && !res.headersSent) reject(error);
      else resolve();
    });
  });
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
