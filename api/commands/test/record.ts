import path from "node:path";
import { defineCommand } from "../../tools/define-command.ts";
import { ensureBrowser } from "../../tools/programs/browser.ts";
import { root, run, tool } from "../../tools/run-step.mjs";
import { StepError } from "../../tools/step-error.mjs";

/** Used once for each release of the product; `api/test/recorded/replay.hard.test.ts` replays the last five. */
export const command = defineCommand({
  name: "npm run record",
  summary: "Records the requests of the current screens to the API.",
  needs: ["engine", "bundles"],
  async run() {
    const file = path.join(root, "api/test/recorded", `${new Date().toISOString().slice(0, 10)}.jsonl`);
    const { ok, output } = await run(tool("playwright"), ["test", "--reporter=list"], {
      env: { SOUFFLEUR_RECORD: file, CHROMIUM_PATH: await ensureBrowser() },
    });
    if (!ok) throw new StepError(output);
    console.log(`The recorded requests are in ${path.relative(root, file)}.`);
    return 0;
  },
});
