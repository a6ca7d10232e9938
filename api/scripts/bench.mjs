import "./node-version.mjs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Not imported above: an old Node.js would stop at what these need before it could say that it is too old.
const { build } = await import("./build.mjs");
const { fail, root } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");

const folder = path.join(root, "api/bench");
const asked = process.argv.slice(2);

/** Runs every benchmark, or those named, one after the other, and prints one table. */
async function bench() {
  await install();
  await prepareDatabase();
  await build();
  const files = (await readdir(folder)).filter((file) => file.endsWith(".bench.mjs"));
  const chosen = files.filter((file) => asked.length === 0 || asked.some((name) => file.startsWith(name)));
  const rows = [];
  for (const file of chosen.sort()) {
    console.log(`Measuring ${file.replace(".bench.mjs", "")} …`);
    const { default: measure } = await import(pathToFileURL(path.join(folder, file)).href);
    rows.push(...(await measure()));
  }
  const cells = rows.map(({ name, value, baseline, ratio, goal }) =>
    [name, value, baseline ?? "", ratio ?? "", goal ?? ""].map(String),
  );
  const table = [["what", "measured", "baseline", "ratio", "goal"], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column])).join("  "));
}

// Some of what was measured may still hold a handle.
bench().then(() => process.exit(0), fail);
