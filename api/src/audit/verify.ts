import { createKeyring } from "../auth/keyring.ts";
import { ConfigError, readConfig } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { startEmbeddedEngine } from "../database/embedded-engine.ts";
import { DatabaseStartError } from "../database/start-error.ts";
import { createLogger } from "../logger.ts";
import { resolveSecrets } from "../secrets.ts";
import { createAuditChain } from "./chain.ts";
import { inspectChain } from "./inspect.ts";

/**
 * `npm run audit:verify`: checks the audit log's chain against its sealed head. Exit code 0 where it is
 * whole, 1 where it is not, 2 where it could not be checked.
 */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const log = createLogger("silent");
  const engine =
    config.MONGODB_URI === undefined
      ? await startEmbeddedEngine({ dataDir: config.DATA_DIR, log })
      : undefined;
  try {
    const uri = config.MONGODB_URI ?? engine?.uri ?? "";
    const connection = await connectDatabase(uri, log);
    try {
      const { rows, findings } = await inspectChain(
        createAuditChain(connection, createKeyring(await resolveSecrets(config))),
      );
      for (const finding of findings) console.error(`✗ ${finding}`);
      if (findings.length === 0)
        console.log(`✓ The audit log is whole: ${rows} ${rows === 1 ? "row" : "rows"}.`);
      return findings.length === 0 ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await engine?.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const foreseen = error instanceof ConfigError || error instanceof DatabaseStartError;
  console.error(foreseen ? error.message : error);
  process.exitCode = 2;
}
