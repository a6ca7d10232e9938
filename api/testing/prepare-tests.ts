import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { prepareEngine } from "../tools/c-library.ts";
import { ensureServers } from "../tools/servers.ts";

declare global {
  /** Ends the engine that all test files share. */
  var endTestEngine: () => Promise<void>;
}

/**
 * Before jest's first test: a download in the middle of one would outlast its time. Starts one engine for all test
 * files; each makes its own databases on it.
 */
export default async function prepare(): Promise<void> {
  await prepareEngine();
  await ensureServers();
  const dataDir = await mkdtemp(join(tmpdir(), "souffleur-test-"));
  const engine = await startEmbeddedEngine({ dataDir, log: createLogger("silent") });
  process.env.TEST_ENGINE_URI = engine.uri;
  globalThis.endTestEngine = async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
