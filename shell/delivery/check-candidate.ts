import { rmSync } from "node:fs";
import { createApp } from "@souffleur/api/src/app";
import { readConfig } from "@souffleur/api/src/config";
import { resolveSecrets } from "@souffleur/api/src/crypto/signing-keys";
import { connectDatabase } from "@souffleur/api/src/database/connect";
import { startEmbeddedEngine } from "@souffleur/api/src/database/embedded-engine";
import { createLogger } from "@souffleur/api/src/http/logger";
import { serveShell } from "@souffleur/api/src/releases/serve-shell";
import { openRegistry } from "@souffleur/api/src/releases/store/registry";
import { toActiveRelease } from "@souffleur/api/src/releases/store/registry-changes";
import { prepareEngine } from "@souffleur/api/tools/c-library";
import { freePort } from "@souffleur/api/tools/network";
import { openChromium } from "@souffleur/api/tools/open-chromium";
import { makeScratchFolder } from "@souffleur/api/tools/scratch-folder";
import { StepError } from "@souffleur/api/tools/step-error.mjs";
import type { Release } from "@souffleur/contracts";
import express from "express";
import { checkFiles } from "./check-files.ts";
import { type Product, walkThrough } from "./release-smoke-test.ts";
import type { Surroundings } from "./release-targets.ts";

/**
 * Checks a release before it goes live: its files, and its screens in a browser, inside the shell and beside the other
 * live remotes.
 * @param candidate the release, and the folder of its files
 * @returns the problems, in sentences; none if it may go live
 */
export async function checkCandidate(
  { release, folder }: { release: Release; folder: string },
  surroundings: Surroundings,
): Promise<string[]> {
  const { fits, problems } = await checkFiles({ release, folder }, surroundings);
  return fits ? [...problems, ...(await inBrowser(release, surroundings))] : problems;
}

async function inBrowser(release: Release, surroundings: Surroundings): Promise<string[]> {
  await prepareEngine();
  const product = await startProduct(release, surroundings);
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
  release: Release,
  { shellDir, releasesDir, registry, proxy }: Surroundings,
): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = makeScratchFolder("check");
  const log = createLogger("silent");
  const port = await freePort();
  const config = readConfig({ NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir });
  // The address of its own folder: only live releases have files at the common address.
  const base = `/remotes/${release.name}/${release.version}/`;
  const candidate = {
    schema: 1 as const,
    remotes: { ...registry.remotes, [release.name]: toActiveRelease(release, base) },
  };
  const pages = await serveShell({ shellDir, releasesDir, registry: { current: async () => candidate } });
  const router = proxy ? express.Router().use(proxy, pages.router) : pages.router;
  const engine = await startEmbeddedEngine({ dataDir, log }).catch((error) => {
    throw new StepError(`The release can't be checked without a database of its own: ${error.message}`);
  });
  const connection = await connectDatabase(engine.uri, log);
  const app = createApp({
    config,
    log,
    connection,
    secrets: await resolveSecrets(config),
    // A separate registry, so that the reports of these pages count for nothing.
    pages: { ...pages, router, registry: await openRegistry(config.RELEASES_DIR, log) },
  });
  await app.start();
  await new Promise<void>((resolve) => app.server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${port}`,
    base,
    registry: candidate,
    async stop() {
      app.server.closeAllConnections();
      await app.stop();
      await connection.close();
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
