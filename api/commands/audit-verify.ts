import { parseAnchor } from "../src/audit/anchor.ts";
import { createAuditChain } from "../src/audit/chain.ts";
import { inspectChain } from "../src/audit/inspect.ts";
import type { Anchor } from "../src/audit/row.ts";
import { readConfig } from "../src/config.ts";
import { createKeyring } from "../src/crypto/keyring.ts";
import { resolveSecrets } from "../src/crypto/signing-keys.ts";
import { connectDatabase } from "../src/database/connect.ts";
import { startEmbeddedEngine } from "../src/database/embedded-engine.ts";
import { createLogger } from "../src/http/logger.ts";
import { defineCommand } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run audit:verify",
  summary:
    "Checks that every row of the audit log is the product's own, in its place, and that none is missing. Exit code 0: it is whole; 1: it is not; 2: it could not be checked.",
  options: {
    anchor: {
      type: "string",
      multiple: true,
      value: "<number>:<mac>",
      help: 'what a log line names as "auditAnchor"; without one, an older state that was put back is not found',
      read: anchor,
    },
  },
  needs: ["engine"],
  failureCode: 2,
  async run({ anchor: anchors }) {
    const config = readConfig(process.env);
    const log = createLogger("silent");
    const engine =
      config.MONGODB_URI === undefined
        ? await startEmbeddedEngine({ dataDir: config.DATA_DIR, log })
        : undefined;
    try {
      const connection = await connectDatabase(config.MONGODB_URI ?? engine?.uri ?? "", log);
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
  },
});

function anchor(text: string): Anchor {
  const read = parseAnchor(text);
  if (read === undefined) {
    throw new Error(`takes <number>:<mac>, as a log line's "auditAnchor", not ${text.slice(0, 100)}`);
  }
  return read;
}
