import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import type { Registry } from "@souffleur/contracts";
import express, { type Request, type Response, type Router } from "express";
import { appError } from "../http/errors.ts";
import { overrideRegistry, overridesOf } from "./overrides.ts";
import { createPage, firstScreen } from "./page.ts";
import { createPreparedTexts } from "./prepared-texts.ts";
import { previewOf, registryFor } from "./previews.ts";
import { sendFile } from "./send-file.ts";
import { contentTypeOf } from "./store/file-types.ts";

/** Sends the file at `/remotes/<name>/<place>/<file>`. @returns false where there is none */
export type SendRemoteFile = (
  req: Request,
  res: Response,
  at: { name: string; place: string; file: string },
) => Promise<boolean>;

interface ServeShellOptions {
  /** The shell's build: `index.html` and `assets/`. */
  shellDir: string;
  sendRemoteFile: SendRemoteFile;
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
/** A release's file that is opened as a page can do nothing. */
const remotesPolicy = "default-src 'none'; sandbox";
/** Its last segment has no extension. */
const pagePath = /\/[^/.]*$/;

/**
 * Serves the pages, the registry and the bundles. A path with an extension is never a page, so that a missing chunk fails
 * as a script.
 * @throws where the shell is not built
 */
export async function serveShell({
  shellDir,
  sendRemoteFile,
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

  const answer = async (res: Response, type: string, send: () => Promise<boolean>): Promise<void> => {
    res.type(type).set("Cache-Control", cacheControl);
    if (await send()) return;
    res.removeHeader("Content-Type");
    res.removeHeader("Cache-Control");
    throw appError("NOT_FOUND");
  };

  const texts = createPreparedTexts();
  router.get("/remotes.json", async (req, res) => {
    const live = await registry.current();
    const current = registryFor(req, live);
    const own = overridesOf(req);
    if (own.length === 0 && current === live)
      await texts.send(req, res.type("json"), current, "registry", () => JSON.stringify(current));
    else
      res
        .set("Cache-Control", "private, no-store")
        .json(own.length === 0 ? current : overrideRegistry(current, own));
  });
  router.get("/remotes/:name/:place/:file", async (req, res) => {
    res.set({ "Content-Security-Policy": remotesPolicy, "X-Content-Type-Options": "nosniff" });
    const type = contentTypeOf(req.params.file);
    if (type === undefined) throw appError("NOT_FOUND");
    await answer(res, type, () => sendRemoteFile(req, res, req.params));
  });
  router.get("/assets/:file", async (req, res) => {
    const { file } = req.params;
    await answer(res, path.extname(file), () => sendFile(req, res, path.join(shellDir, "assets"), file));
  });
  router.get(pagePath, async (req, res) => {
    const live = await registry.current();
    const current = registryFor(req, live);
    const own = development === undefined ? [] : overridesOf(req);
    if (own.length === 0 && current === live) {
      const first = firstScreen(req.path, current)?.path ?? "/";
      await texts.send(req, res.type("html"), current, first, () => page.render(req.path, current));
      return;
    }
    const preview = previewOf(req);
    const html =
      own.length > 0 && development !== undefined
        ? development.render(req.path, overrideRegistry(current, own), own, preview)
        : page.render(req.path, current, [], preview);
    res.set("Cache-Control", "private, no-store, no-transform").type("html").send(html);
  });
  return {
    router,
    scriptSources: (req) => ((overridesOf(req).length > 0 && development) || page).scriptSources,
  };
}
