import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprint } from "../bench/sentences/examples.ts";
import { train } from "../bench/sentences/train.ts";
import { defineCommand } from "../tools/define-command.ts";
import { root } from "../tools/run-step.mjs";

export const command = defineCommand({
  name: "npm run train-replies",
  summary:
    "Learns from api/bench/sentences/examples which replies are certain, and writes what a running API reads of it.",
  async run() {
    const trained = { of: fingerprint(), ...train() };
    const file = path.join(root, "api/src/suggestions/moments/trained.json");
    await writeFile(file, `${JSON.stringify(trained, null, 2)}\n`);
    console.log(`${trained.situations.length} situations, ${Math.round(trained.weights.length / 1024)} kB`);
    return 0;
  },
});
