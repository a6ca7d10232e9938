import { readFile } from "node:fs/promises";
import type { ErasureCertificate } from "@souffleur/contracts/privacy";
import { callModels } from "../src/calls/records/call-model.ts";
import { createErasureRecords } from "../src/calls/records/erasure-records.ts";
import { type Config, readConfig } from "../src/config.ts";
import { createKeyring, type Keyring } from "../src/crypto/keyring.ts";
import { resolveSecrets } from "../src/crypto/signing-keys.ts";
import { customerModel } from "../src/customers/customer-model.ts";
import { createCustomerErasure } from "../src/customers/erase-customers.ts";
import { createLogger } from "../src/http/logger.ts";
import { createMetrics } from "../src/http/metrics.ts";
import { isByListedKey, isGenuine, parseCertificate } from "../src/privacy/certificate.ts";
import { createErasures, type Erasures } from "../src/privacy/erasures.ts";
import { createJobs } from "../src/scheduling/jobs.ts";
import { createPollers } from "../src/scheduling/pollers.ts";
import { defineCommand } from "../tools/define-command.ts";
import { withDatabase } from "./stored-data.ts";

export const command = defineCommand({
  name: "npm run erasure:verify",
  summary:
    "Checks that certificates of erased customers were written by the product and not changed. Exit code 0: all were; 1: some were not; 2: it could not be checked.",
  options: {
    again: {
      type: "boolean",
      help: "erases the same customers again, after a restore; a product with the embedded engine must be stopped",
    },
  },
  operands: { usage: "<certificate.json>...", least: 1 },
  needs: ["engine"],
  failureCode: 2,
  async run({ again }, files) {
    const config = readConfig(process.env);
    const keys = createKeyring(await resolveSecrets(config));
    const read = await Promise.all(
      files.map(async (file) => ({ file, certificate: parseCertificate(await readFile(file, "utf8")) })),
    );
    // The database has later seals of certificates whose key was dropped.
    const isFormer = read.some(({ certificate }) => certificate && !isByListedKey(keys, certificate));
    const work = async (erasures?: Erasures) => {
      const genuine: ErasureCertificate[] = [];
      for (const { file, certificate } of read) {
        if (
          certificate &&
          (await (erasures ? erasures.isGenuine(certificate) : isGenuine(keys, certificate)))
        ) {
          genuine.push(certificate);
          const { calls, completedAt } = certificate;
          console.log(`✓ ${file}: ${calls} ${calls === 1 ? "call" : "calls"} erased at ${completedAt}.`);
        } else {
          console.error(`✗ ${file} is not what the product wrote, or its key is not in JWT_SECRET.`);
        }
      }
      if (again && erasures) await eraseAgain(erasures, genuine);
      return genuine.length === files.length ? 0 : 1;
    };
    return again || isFormer ? withErasures(config, keys, work) : work();
  },
});

function withErasures(config: Config, keys: Keyring, work: (erasures: Erasures) => Promise<number>) {
  const metrics = createMetrics();
  const log = createLogger("silent");
  return withDatabase(config, (connection) =>
    work(
      createErasures({
        connection,
        keys,
        log,
        jobs: createJobs({ pollers: createPollers(metrics), metrics, log }),
        // The running product enters the events of the documents into the audit log.
        audit: { watch() {}, wake() {} },
        calls: { ...createErasureRecords(callModels(connection)), announce() {} },
        customers: createCustomerErasure(customerModel(connection)),
      }),
    ),
  );
}

async function eraseAgain(erasures: Erasures, certificates: readonly ErasureCertificate[]): Promise<void> {
  for (const certificate of certificates) {
    const calls = await erasures.repeat(certificate, new Date());
    console.log(`${certificate.id}: ${calls} ${calls === 1 ? "call" : "calls"} erased again.`);
  }
}
