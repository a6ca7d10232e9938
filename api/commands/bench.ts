import { readdir } from "node:fs/promises";
import { printTable } from "../bench/figures.ts";
import { machineSpeed } from "../bench/machine-speed.ts";
import { defineCommand } from "../tools/define-command.ts";
import { StepError } from "../tools/step-error.mjs";

const folder = new URL("../bench/", import.meta.url);

export const command = defineCommand({
  name: "npm run bench",
  summary:
    "Runs all benchmarks, or those whose names begin with one of the given names, and prints one table.",
  operands: { usage: "[name …]" },
  needs: ["engine", "bundles"],
  async run(_values, asked) {
    const all = (await readdir(folder))
      .filter((file) => file.endsWith(".bench.js"))
      .map((file) => file.replace(".bench.js", ""))
      .sort();
    const chosen = all.filter((name) => asked.length === 0 || asked.some((start) => name.startsWith(start)));
    if (chosen.length === 0) throw new StepError(`There is no ${asked.join(", ")}, only ${all.join(", ")}.`);
    const rows = [machineSpeed("before")];
    for (const name of chosen) {
      console.log(`Measuring ${name} …`);
      const { default: measure } = await import(new URL(`${name}.bench.js`, folder).href);
      rows.push(...(await measure()));
    }
    rows.push(machineSpeed("after"));
    const cells = rows.map((row) => [
      row.name,
      row.value,
      row.baseline ?? "",
      row.ratio ?? "",
      row.goal ?? "",
    ]);
    printTable([["what", "measured", "baseline", "ratio", "goal"], ...cells]);
    return 0;
  },
});
