import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { prepareEngine } from "../tools/programs/c-library.ts";
import { ensureServers } from "../tools/programs/servers.ts";

declare global {
  var endTestEngine: () => Promise<void>;
}

/**
 * Runs before jest's first test. Downloads everything, because a download during a test would exceed its time limit, and
 * starts one engine for the databases of all test files.
 */
export default async function prepare(): Promise<void> {
  await prepareEngine();
  await ensureServers();
  const dataDir = await mkdtemp(join(tmpdir(), "souffleur-test-"));
  const engine = await startEmbeddedEngine({ dataDir, log: createLogger("silent") });
  process.env.TEST_ENGINE_URI = engine.uri;
  process.env.TEST_FREE_DATABASES = join(dataDir, "free");
  await mkdir(process.env.TEST_FREE_DATABASES);
  globalThis.endTestEngine = async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
