import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import express from "express";
import { ensureBrowser } from "./browser.mjs";
import { chromiumFlags } from "./chromium-flags.mjs";
import { walkThrough } from "./release-walk.mjs";
import { StepError } from "./run.mjs";
import { prepareDatabase } from "./setup.mjs";

/**
 * Whether a release may go live: it fits the shell, keeps its budget, and its screens work in a browser, inside
 * that shell and with the other remotes as they are live now.
 * @param {object} candidate `release`, and `folder` where its files are
 * @param {object} around `contract` and `shellDir` of the shell, `releasesDir` and `registry` of the other
 *   remotes, and perhaps a `proxy` router for what is only at another place
 * @returns {Promise<string[]>} what is wrong with it, in sentences; nothing where it may go live
 */
export async function checkRelease({ release, folder }, around) {
  const { contractMismatches } = await import("../dist/contracts/index.js");
  const mismatches = contractMismatches(release.contract, around.contract);
  if (mismatches.length > 0) return mismatches.map((reason) => `It does not fit the shell: ${reason}.`);
  const heavy = await overBudget(release, folder);
  return [...heavy, ...(await inBrowser(release, around))];
}

async function overBudget(release, folder) {
  const { bundleBudgets } = await import("../dist/contracts/index.js");
  const budget = bundleBudgets[release.name] ?? bundleBudgets.remote;
  const kinds = { scripts: [release.entry, ...release.scripts], styles: release.styles };
  const found = await Promise.all(
    Object.entries(kinds).map(async ([kind, files]) => {
      const sizes = await Promise.all(
        files.map(async (file) => gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length),
      );
      const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
      return kilobytes > budget[kind]
        ? `Its ${kind} have ${kilobytes.toFixed(1)} kB gzipped; its budget is ${budget[kind]} kB.`
        : undefined;
    }),
  );
  return found.filter((problem) => problem !== undefined);
}

/** A product of its own, on a database of its own, with the candidate in the place of the active release. */
async function inBrowser(release, around) {
  const { chromium } = await import("playwright");
  await prepareDatabase();
  const product = await startProduct(release, around);
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: chromiumFlags,
  });
  try {
    return await walkThrough(browser, product, release);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function startProduct(release, { shellDir, releasesDir, registry, proxy }) {
  const { createApp } = await import("../dist/app.js");
  const { readConfig } = await import("../dist/config.js");
  const { connectDatabase } = await import("../dist/database/connect.js");
  const { startEmbeddedEngine } = await import("../dist/database/embedded-engine.js");
  const { createLogger } = await import("../dist/logger.js");
  const { openRegistry } = await import("../dist/releases/registry.js");
  const { candidateOf } = await import("../dist/releases/remote-place.js");
  const { serveShell } = await import("../dist/releases/serve-shell.js");
  const { resolveSecrets } = await import("../dist/secrets.js");

  const dataDir = mkdtempSync(path.join(tmpdir(), "souffleur-check-"));
  const log = createLogger("silent");
  const port = await freePort();
  const config = readConfig({ NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir });
  const candidate = { schema: 1, remotes: { ...registry.remotes, [release.name]: candidateOf(release) } };
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
    // What its pages tell of their releases is taken, and counts for nothing.
    pages: { ...pages, router, registry: await openRegistry(config.RELEASES_DIR, log) },
  });
  await app.start();
  await new Promise((resolve) => app.server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${port}`,
    base: candidateOf(release).base,
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

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
