import { existsSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger } from "@souffleur/api/src/http/logger";
import { shellContract } from "@souffleur/api/src/releases/pages";
import { openRegistry } from "@souffleur/api/src/releases/store/registry";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Registry, Release, ReleaseContract } from "@souffleur/contracts";
import express, { type RequestHandler, type Router } from "express";
import { buildBundles } from "./bundles.ts";
import { type ReleaseClient, releaseClientFor, sharedAt } from "./release-address.ts";

const builtShell = path.join(root, "shell/dist");

/** The registry of a folder or of another Souffleur. */
export interface ReleaseTarget extends Omit<ReleaseClient, "origin" | "overview"> {
  /** Only for this machine's own folder: the next start of its server does not treat the build as new. */
  noteBuild?(release: Release): Promise<void>;
  surroundings(): Promise<Surroundings>;
}

/** The shell and the other remotes with which a release is checked. */
export interface Surroundings {
  /** The shell's shared versions. */
  contract: ReleaseContract;
  shellDir: string;
  releasesDir: string;
  registry: Registry;
  /** Publishes a candidate to `releasesDir`, if that is not the target's own. */
  publish?: (dist: string) => Promise<Release>;
  /** Serves the files that only the target has. */
  proxy?: Router;
  release(): Promise<void>;
}

/** @param to a folder or the address of another Souffleur; by default the folder of this environment's server */
export async function openTarget(to: string | undefined): Promise<ReleaseTarget> {
  if (to !== undefined && /^https?:/.test(to)) {
    const client = releaseClientFor(to);
    return { ...client, surroundings: () => fetchedShell(client) };
  }
  const folder = to || process.env.RELEASES_DIR || path.join(process.env.DATA_DIR || ".data", "releases");
  const registry = await openRegistry(folder, createLogger("warn"));
  const { noteBuild, ...target } = registry;
  return {
    ...target,
    ...(to === undefined && { noteBuild }),
    async surroundings() {
      // An existing build is not replaced, because it may be served at this moment.
      if ((await shellContract(builtShell)) === undefined) await buildBundles(["shell"]);
      const contract = await shellContract(builtShell);
      if (contract === undefined)
        throw new StepError("The shell's build does not state its shared versions.");
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

/** Fetches the page of the other Souffleur's shell; its other files are proxied. */
async function fetchedShell(client: ReleaseClient): Promise<Surroundings> {
  const { origin } = client;
  const { contract, registry } = await sharedAt(client);
  const folder = makeScratchFolder("shell");
  const releasesDir = path.join(folder, "releases");
  await mkdir(path.join(folder, "shell"));
  const page = await (await fetch(new URL("/login", origin))).text();
  // Without its registry and preload tags, which are added when it is served here.
  const bare = page.replace(
    /(<script\b[^>]*\bid="?souffleur-registry"?[^>]*>)[\s\S]*?(<\/script>)(?:<link rel="preload"[^>]*\/remotes\/[^>]*>)*/,
    "$1$2",
  );
  await writeFile(path.join(folder, "shell/index.html"), bare);
  const local = await openRegistry(releasesDir, createLogger("silent"));
  return {
    contract,
    shellDir: path.join(folder, "shell"),
    releasesDir,
    registry,
    publish: (dist) => local.publish(dist),
    proxy: proxyTo(origin, releasesDir),
    release: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Forwards requests to another origin, except for files that are in `releasesDir`. */
function proxyTo(origin: string, releasesDir: string): Router {
  const pass: RequestHandler = async (req, res) => {
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
    else await pass(req, res, next);
  });
  return router;
}
