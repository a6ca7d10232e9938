import { defineCommand } from "../tools/define-command.ts";
import { pnpm } from "../tools/install.mjs";
import { StepError } from "../tools/step-error.mjs";

/** Of `npm run packages`. */
export const vulnerabilities = defineCommand({
  name: "npm run packages -- vulnerabilities",
  summary: "Asks the registry for known vulnerabilities of the product's runtime packages.",
  async run() {
    const { ok, output } = await pnpm(["audit", "--prod"]);
    console.log(output);
    // A mirror that serves packages only: neither a success nor a failure.
    if (output.includes("ERR_PNPM_AUDIT_BAD_RESPONSE")) {
      console.log("This registry does not report known vulnerabilities: nothing was checked.");
      return 0;
    }
    if (!ok) throw new StepError("The vulnerabilities and the versions that fix them are listed above.");
    return 0;
  },
});
