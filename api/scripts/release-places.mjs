import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import { build } from "./build.mjs";
import { root, StepError } from "./run.mjs";

const builtShell = path.join(root, "shell/dist");

/**
 * Where releases go: a folder, which a server on this machine or any static host serves, or another Souffleur.
 * @param {string | undefined} to a folder or an address; by default the folder of the same environment's server
 * @returns the place, with `around()`: what a release has to work with there
 */
export async function openPlace(to) {
  if (to !== undefined && /^https?:/.test(to)) return openAddress(to);
  const { createLogger } = await import("../dist/logger.js");
  const { openRegistry } = await import("../dist/releases/registry.js");
  const folder = to || process.env.RELEASES_DIR || path.join(process.env.DATA_DIR || ".data", "releases");
  const registry = await openRegistry(folder, createLogger("warn"));
  return {
    ...registry,
    own: to === undefined,
    async around() {
      const { shellContract } = await import("../dist/releases/pages.js");
      // Only where there is none: the one that is there is being served.
      if ((await shellContract(builtShell)) === undefined) await build(["shell"]);
      const contract = await shellContract(builtShell);
      return {
        contract,
        shellDir: builtShell,
        releasesDir: folder,
        registry: await registry.current(),
        release: async () => {},
      };
    },
  };
}

async function openAddress(origin) {
  const { remotePlace } = await import("../dist/releases/remote-place.js");
  const token = process.env.RELEASES_TOKEN;
  if (!token) {
    throw new StepError(
      `RELEASES_TOKEN is not set; for ${origin} it must hold that server's RELEASES_TOKEN, or a platform administrator's access token.`,
    );
  }
  const place = remotePlace(origin, token);
  return { ...place, own: false, around: () => fetchedShell(place) };
}

/** The shell that is served there, its page kept here and everything else asked for when it is wanted. */
async function fetchedShell({ origin, overview }) {
  const { openRegistry } = await import("../dist/releases/registry.js");
  const { createLogger } = await import("../dist/logger.js");
  const { shell, registry } = await overview();
  if (shell === null) throw new StepError(`${origin} serves no shell that says what it shares.`);
  const folder = mkdtempSync(path.join(tmpdir(), "souffleur-shell-"));
  const releasesDir = path.join(folder, "releases");
  await mkdir(path.join(folder, "shell"));
  const page = await (await fetch(new URL("/login", origin))).text();
  // Its registry, and the files that it fetches ahead for it, are replaced by ours.
  const bare = page.replace(
    /(<script\b[^>]*\bid="?souffleur-registry"?[^>]*>)[\s\S]*?(<\/script>)(?:<link rel="preload"[^>]*\/remotes\/[^>]*>)*/,
    "$1$2",
  );
  await writeFile(path.join(folder, "shell/index.html"), bare);
  const local = await openRegistry(releasesDir, createLogger("silent"));
  return {
    contract: shell,
    shellDir: path.join(folder, "shell"),
    releasesDir,
    registry,
    publish: (dist) => local.publish(dist),
    proxy: proxyTo(origin, releasesDir),
    release: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Passes on what is asked for of another origin, but for the files of releases that are here. */
function proxyTo(origin, releasesDir) {
  const pass = async (req, res) => {
    const answer = await fetch(new URL(req.originalUrl, origin));
    const body = Buffer.from(await answer.arrayBuffer());
    res
      .status(answer.status)
      .type(answer.headers.get("content-type") ?? "application/octet-stream")
      .send(body);
  };
  const router = express.Router();
  router.get("/assets/:file", pass);
  router.get("/remotes/:name/:place/:file", async (req, res, next) => {
    const { name, place, file } = req.params;
    if (existsSync(path.join(releasesDir, name, place, file))) next();
    else await pass(req, res);
  });
  return router;
}
