import { rmSync } from "node:fs";
import { createApp } from "@souffleur/api/src/app";
import { readConfig } from "@souffleur/api/src/config";
import { resolveSecrets } from "@souffleur/api/src/crypto/signing-keys";
import { openDatabase } from "@souffleur/api/src/database/open-database";
import { createLogger } from "@souffleur/api/src/http/logger";
import { sendFile } from "@souffleur/api/src/releases/send-file";
import { type SendRemoteFile, serveShell } from "@souffleur/api/src/releases/serve-shell";
import { openRegistry } from "@souffleur/api/src/releases/store/registry";
import { toActiveRelease } from "@souffleur/api/src/releases/store/registry-changes";
import { freePort } from "@souffleur/api/tools/network";
import { openChromium } from "@souffleur/api/tools/programs/browser";
import { prepareEngine } from "@souffleur/api/tools/programs/c-library";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Release } from "@souffleur/contracts";
import express from "express";
import { checkFiles } from "./check-files.ts";
import { demonstrationViewers, type Product, walkThrough } from "./release-smoke-test.ts";
import type { Surroundings } from "./release-targets.ts";

/** A release, and the folder of its files. */
interface Candidate {
  release: Release;
  folder: string;
}

/**
 * Checks a release before it goes live: its files, and where these are good its screens in a browser, inside the shell and
 * beside the other live remotes.
 * @returns the problems, in sentences; none if it may go live
 */
export async function checkCandidate(
  { release, folder }: Candidate,
  surroundings: Surroundings,
): Promise<string[]> {
  const problems = await checkFiles({ release, folder }, surroundings);
  return problems.length > 0 ? problems : inBrowser({ release, folder }, surroundings);
}

async function inBrowser({ release, folder }: Candidate, surroundings: Surroundings): Promise<string[]> {
  await prepareEngine();
  const product = await startProduct({ release, folder }, surroundings);
  const browser = await openChromium();
  try {
    return await walkThrough(browser, product, release);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Starts the product on a database of its own, with the candidate in place of the active release. */
async function startProduct(
  { release, folder }: Candidate,
  { shellDir, registry, assets, sendRemoteFile }: Surroundings,
): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = makeScratchFolder("check");
  const log = createLogger("silent");
  const port = await freePort();
  const config = readConfig({ NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir });
  // At an address of its own, from the folder of its build.
  const base = `/remotes/${release.name}/${release.version}/`;
  const candidate = {
    schema: 1 as const,
    remotes: { ...registry.remotes, [release.name]: { ...toActiveRelease(release), base } },
  };
  const sendEither: SendRemoteFile = (req, res, at) =>
    at.name === release.name && at.place === release.version
      ? sendFile(req, res, folder, at.file)
      : sendRemoteFile(req, res, at);
  const current = async () => candidate;
  const pages = await serveShell({ shellDir, sendRemoteFile: sendEither, registry: { current } });
  const router = express.Router();
  if (assets !== undefined) router.get("/assets/:file", assets);
  router.use(pages.router);
  const { connection, close } = await openDatabase(config, log).catch((error) => {
    throw new StepError(`The release can't be checked without a database of its own: ${error.message}`);
  });
  const app = createApp({
    config,
    log,
    connection,
    secrets: await resolveSecrets(config),
    // A separate registry, so that the reports of these pages count for nothing.
    pages: { ...pages, router, registry: openRegistry(connection, log) },
  });
  await app.start();
  await new Promise<void>((resolve) => app.server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${port}`,
    base,
    registry: candidate,
    viewers: demonstrationViewers,
    async stop() {
      app.server.closeAllConnections();
      await app.stop();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
