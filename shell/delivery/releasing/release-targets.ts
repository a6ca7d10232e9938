import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "@souffleur/api/src/config";
import { openDatabase } from "@souffleur/api/src/database/open-database";
import { createLogger } from "@souffleur/api/src/http/logger";
import { shellContract } from "@souffleur/api/src/releases/pages";
import { sendReleased } from "@souffleur/api/src/releases/send-file";
import type { SendRemoteFile } from "@souffleur/api/src/releases/serve-shell";
import { openRegistry } from "@souffleur/api/src/releases/store/registry";
import { root } from "@souffleur/api/tools/run-step.mjs";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Registry, Release, ReleaseContract } from "@souffleur/contracts";
import type { RequestHandler } from "express";
import { buildBundles } from "../bundles.ts";
import { type ReleaseClient, releaseClientFor, sharedAt } from "./release-address.ts";
import { withoutRegistry } from "./shell-page.ts";

const builtShell = path.join(root, "shell/dist");

/** The releases of this machine's product or of another one. */
export interface ReleaseTarget extends Omit<ReleaseClient, "origin" | "overview"> {
  /** Only of another one: what is live, and its shell's shared versions. */
  overview?: ReleaseClient["overview"];
  /** Only for this machine: the next start of its product does not treat the build as new. */
  noteBuild?(release: Release): Promise<void>;
  surroundings(): Promise<Surroundings>;
  close(): Promise<void>;
}

/** The shell and the other remotes with which a release is checked. */
export interface Surroundings {
  /** The shell's shared versions. */
  contract: ReleaseContract;
  shellDir: string;
  registry: Registry;
  /** Sends the files of the live remotes. */
  sendRemoteFile: SendRemoteFile;
  /** Sends what the folder of a fetched shell does not have. */
  assets?: RequestHandler;
}

/** @param to the address of another Souffleur; by default this environment's database, whether the product runs or not */
export async function openTarget(to: string | undefined): Promise<ReleaseTarget> {
  if (to === undefined) return openLocal();
  const client = releaseClientFor(to);
  const shellDir = makeScratchFolder("shell");
  const close = async () => rmSync(shellDir, { recursive: true, force: true });
  return { ...client, surroundings: () => fetchShell(client, shellDir), close };
}

async function openLocal(): Promise<ReleaseTarget> {
  const log = createLogger("warn");
  const config = readConfig(process.env);
  const { connection, close } = await openDatabase(config, log);
  const registry = openRegistry(connection, log);
  return {
    ...registry,
    close,
    async preview(release, name) {
      const { path: at, until } = await registry.preview(release, name);
      return { address: new URL(at, config.PUBLIC_URL).href, until };
    },
    async surroundings() {
      // An existing build is not replaced, because it may be served at this moment.
      if ((await shellContract(builtShell)) === undefined) await buildBundles(["shell"]);
      const contract = await shellContract(builtShell);
      if (contract === undefined)
        throw new StepError("The shell's build does not state its shared versions.");
      await registry.latest();
      return {
        contract,
        shellDir: builtShell,
        registry: await registry.current(),
        sendRemoteFile: sendReleased(registry),
      };
    },
  };
}

/** Fetches the page of the other Souffleur's shell into this folder; its other files are passed on. */
async function fetchShell(client: ReleaseClient, shellDir: string): Promise<Surroundings> {
  const { origin } = client;
  const { contract, registry } = await sharedAt(client);
  const page = await (await fetch(new URL("/login", origin))).text();
  await writeFile(path.join(shellDir, "index.html"), withoutRegistry(page));
  const sendRemoteFile: SendRemoteFile = async ({ originalUrl }, res) => {
    const answer = await fetch(new URL(originalUrl, origin));
    const type = answer.headers.get("content-type") ?? "application/octet-stream";
    res.status(answer.status).type(type);
    res.send(Buffer.from(await answer.arrayBuffer()));
    return true;
  };
  return {
    contract,
    shellDir,
    registry,
    sendRemoteFile,
    assets: (req, res) => sendRemoteFile(req, res, { name: "", place: "", file: "" }),
  };
}
