import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "../config.ts";
import { createKeyring } from "../crypto/keyring.ts";
import { resolveSecrets } from "../crypto/signing-keys.ts";
import { connectDatabase } from "../database/connect.ts";
import { startEmbeddedEngine } from "../database/embedded-engine.ts";
import { DatabaseStartError } from "../database/start-error.ts";
import { createLogger } from "../http/logger.ts";
import { parseAnchor } from "./anchor.ts";
import { createAuditChain } from "./chain.ts";
import { inspectChain } from "./inspect.ts";
import type { Anchor } from "./row.ts";

const usage = `npm run audit:verify -- [--anchor <number>:<mac>]…

Checks that every row of the audit log is the product's own, in its place, and that none is missing.
  --anchor  what a log line of the product names as "auditAnchor", from where the logs are kept; may be given
            several times. Without one, a database that was put back to an older state is not found.
Exit code: 0 the log is whole, 1 it is not, 2 it could not be checked.`;

class UsageError extends Error {}

async function main(): Promise<number> {
  const { anchors, help } = readArguments();
  if (help) {
    console.log(usage);
    return 0;
  }
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
      const chain = createAuditChain(connection, createKeyring(await resolveSecrets(config)));
      const { rows, findings } = await inspectChain(chain, anchors);
      for (const finding of findings) console.error(`✗ ${finding}`);
      if (findings.length > 0) return 1;
      const beside = anchors.length > 0 ? ", and holds what the anchors name" : "";
      console.log(`✓ The audit log is whole: ${rows} ${rows === 1 ? "row" : "rows"}${beside}.`);
      return 0;
    } finally {
      await connection.close();
    }
  } finally {
    await engine?.close();
  }
}

function readArguments(): { anchors: Anchor[]; help: boolean } {
  const { anchor: given = [], help = false } = parse();
  const anchors = given.map((text) => {
    const anchor = parseAnchor(text);
    if (anchor === undefined) {
      throw new UsageError(
        `--anchor holds "${text.slice(0, 100)}"; it may hold <number>:<mac>, as a log line's "auditAnchor".`,
      );
    }
    return anchor;
  });
  return { anchors, help };
}

function parse() {
  try {
    return parseArgs({
      options: { anchor: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message.split("\n", 1)[0] : error}\n${usage}`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const foreseen = [UsageError, ConfigError, DatabaseStartError].some((kind) => error instanceof kind);
  console.error(foreseen && error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
