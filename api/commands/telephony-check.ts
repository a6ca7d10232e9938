import { readConfig } from "../src/config.ts";
import { createKeyring } from "../src/crypto/keyring.ts";
import { resolveSecrets } from "../src/crypto/signing-keys.ts";
import { AriError } from "../src/telephony/ari/ari-client.ts";
import { pbxSettings } from "../src/telephony/ari/pbx-settings.ts";
import { checkPbx } from "../src/telephony/check/check.ts";
import { defineCommand } from "../tools/define-command.ts";
import { StepError } from "../tools/step-error.mjs";

export const command = defineCommand({
  name: "npm run telephony:check",
  summary:
    "Checks the PBX: ARI, its version, its modules, and a tap. Exit code 0: no problem; 1: a problem; 2: no PBX is configured.",
  failureCode: 2,
  async run() {
    const config = readConfig(process.env);
    const settings = pbxSettings(config);
    if (settings === undefined) {
      throw new StepError(
        "No PBX is configured: set ASTERISK_ARI_URL and what belongs to it (see api/docs/telephony.md).",
      );
    }
    try {
      return (await checkPbx(settings, config, createKeyring(await resolveSecrets(config)))) ? 0 : 1;
    } catch (error) {
      throw error instanceof AriError ? new StepError(error.message) : error;
    }
  },
});
