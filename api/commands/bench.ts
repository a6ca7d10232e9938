import { readdir } from "node:fs/promises";
import type { Row } from "../bench/figures.ts";
import { printTable } from "../bench/figures.ts";
import { defineCommand } from "../tools/define-command.ts";
import { StepError } from "../tools/step-error.mjs";

const folder = new URL("../bench/", import.meta.url);

export const command = defineCommand({
  name: "npm run bench",
  summary: "Runs every benchmark, or those whose names begin so, and prints one table.",
  operands: { usage: "[name …]" },
  needs: ["engine", "bundles"],
  async run(_values, asked) {
    const all = (await readdir(folder))
      .filter((file) => file.endsWith(".bench.js"))
      .map((file) => file.replace(".bench.js", ""))
      .sort();
    const chosen = all.filter((name) => asked.length === 0 || asked.some((start) => name.startsWith(start)));
    if (chosen.length === 0) throw new StepError(`There is no ${asked.join(", ")}, only ${all.join(", ")}.`);
    const rows: Row[] = [];
    for (const name of chosen) {
      console.log(`Measuring ${name} …`);
      const { default: measure } = await import(new URL(`${name}.bench.js`, folder).href);
      rows.push(...(await measure()));
    }
    printTable([
      ["what", "measured", "baseline", "ratio", "goal"],
      ...rows.map(({ name, value, baseline = "", ratio = "", goal = "" }) => [
        name,
        value,
        baseline,
        ratio,
        goal,
      ]),
    ]);
    return 0;
  },
});
