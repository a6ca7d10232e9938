import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { createApp } from "@souffleur/api/src/app";
import { readConfig } from "@souffleur/api/src/config";
import { resolveSecrets } from "@souffleur/api/src/crypto/signing-keys";
import { connectDatabase } from "@souffleur/api/src/database/connect";
import { startEmbeddedEngine } from "@souffleur/api/src/database/embedded-engine";
import { createLogger } from "@souffleur/api/src/http/logger";
import { openRegistry } from "@souffleur/api/src/releases/registry";
import { toActiveRelease } from "@souffleur/api/src/releases/registry-changes";
import { serveShell } from "@souffleur/api/src/releases/serve-shell";
import { prepareEngine } from "@souffleur/api/tools/c-library";
import { freePort } from "@souffleur/api/tools/network";
import { openChromium } from "@souffleur/api/tools/open-chromium";
import { StepError } from "@souffleur/api/tools/run-step.mjs";
import { contractMismatches, type Release } from "@souffleur/contracts";
import { budgetOf, manifestConflicts } from "@souffleur/contracts/remote-manifest";
import express from "express";
import { type Product, walkThrough } from "./release-smoke-test.ts";
import type { Surroundings } from "./release-targets.ts";

/**
 * Checks a release before it goes live: it fits the shell, takes nothing from other remotes, keeps its budget, and its screens work in a browser,
 * inside that shell and beside the other remotes as they are live now.
 * @param candidate the release, and the folder of its files
 * @returns the problems, in sentences; none where it may go live
 */
export async function checkCandidate(
  { release, folder }: { release: Release; folder: string },
  surroundings: Surroundings,
): Promise<string[]> {
  const mismatches = contractMismatches(release.contract, surroundings.contract);
  if (mismatches.length > 0) return mismatches.map((reason) => `It does not fit the shell: ${reason}.`);
  const conflicts = manifestConflicts(release.name, release.manifest, surroundings.registry);
  if (conflicts.length > 0) return conflicts;
  const heavy = await overBudget(release, folder);
  return [...heavy, ...(await inBrowser(release, surroundings))];
}

async function overBudget(release: Release, folder: string): Promise<string[]> {
  const budget = budgetOf(JSON.parse(await readFile(path.join(folder, "release.json"), "utf8")).manifest);
  const kinds = { scripts: [release.entry, ...release.scripts], styles: release.styles };
  const found = await Promise.all(
    (["scripts", "styles"] as const).map(async (kind) => {
      const sizes = await Promise.all(
        kinds[kind].map(
          async (file) => gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length,
        ),
      );
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      return kilobytes > budget[kind]
        ? `Its ${kind} have ${kilobytes.toFixed(1)} kB gzipped; its budget is ${budget[kind]} kB.`
        : undefined;
    }),
  );
  return found.filter((problem) => problem !== undefined);
}

/** Starts the product on a database of its own, with the candidate in place of the active release. */
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

async function startProduct(
  release: Release,
  { shellDir, releasesDir, registry, proxy }: Surroundings,
): Promise<Product & { stop(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "souffleur-check-"));
  const log = createLogger("silent");
  const port = await freePort();
  const config = readConfig({ NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir });
  // In its own folder: what is not live has no files where browsers look.
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
    // Accepts the reports of its pages, which count for nothing.
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
