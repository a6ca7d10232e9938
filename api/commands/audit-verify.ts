import { parseAnchor } from "../src/audit/anchor.ts";
import { createAuditChain } from "../src/audit/chain.ts";
import { inspectChain } from "../src/audit/inspect.ts";
import type { Anchor } from "../src/audit/row.ts";
import { readConfig } from "../src/config.ts";
import { createKeyring } from "../src/crypto/keyring.ts";
import { resolveSecrets } from "../src/crypto/signing-keys.ts";
import { defineCommand } from "../tools/define-command.ts";
import { withDatabase } from "./stored-data.ts";

export const command = defineCommand({
  name: "npm run audit:verify",
  summary:
    "Checks that every row of the audit log was written by the product, in this order, and that none is missing. Exit code 0: it is whole; 1: it is not; 2: it could not be checked.",
  options: {
    anchor: {
      type: "string",
      multiple: true,
      value: "<number>:<mac>",
      help: 'the "auditAnchor" of a log line; without one, a restored older state is not detected',
      read: anchor,
    },
  },
  needs: ["engine"],
  failureCode: 2,
  async run({ anchor: anchors }) {
    const config = readConfig(process.env);
    return withDatabase(config, async (connection) => {
      const chain = createAuditChain(connection, createKeyring(await resolveSecrets(config)));
      const { rows, findings } = await inspectChain(chain, anchors);
      for (const finding of findings) console.error(`✗ ${finding}`);
      if (findings.length > 0) return 1;
      const anchored = anchors.length > 0 ? ", and contains the anchors" : "";
      console.log(`✓ The audit log is whole: ${rows} ${rows === 1 ? "row" : "rows"}${anchored}.`);
      return 0;
    });
  },
});

function anchor(text: string): Anchor {
  const read = parseAnchor(text);
  if (read === undefined) {
    throw new Error(`takes <number>:<mac>, as a log line's "auditAnchor", not ${text.slice(0, 100)}`);
  }
  return read;
}
