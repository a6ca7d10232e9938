import { randomInt } from "node:crypto";
import { defineCommand, wholeNumber } from "../tools/define-command.ts";
import { run, tool } from "../tools/run-step.mjs";

export const command = defineCommand({
  name: "npm run fuzz",
  summary:
    "Sends requests and socket events generated from the contracts; every answer must conform to its contract.",
  options: {
    count: { type: "string", value: "<n>", default: "20000", read: wholeNumber, help: "how many" },
    seed: {
      type: "string",
      value: "<n>",
      read: wholeNumber,
      help: "repeats a run; random by default, 7 in CI",
    },
  },
  needs: ["engine"],
  // What CI refuses is the change, not a draw.
  async run({ count, seed = process.env.CI ? 7 : 1 + randomInt(2 ** 31) }) {
    console.log(`${count} requests and events, seed ${seed} …`);
    const { ok } = await run(tool("jest"), ["api/test/fuzz", "--runInBand"], {
      show: true,
      env: { SOUFFLEUR_TIER: "hard", FUZZ_RUNS: String(count), FUZZ_SEED: String(seed) },
    });
    return ok ? 0 : 1;
  },
});
