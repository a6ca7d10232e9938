import { parseArgs } from "node:util";
import { explain, root, StepError } from "../scripts/run.mjs";

/** The whole positive numbers of an option, parted by commas. */
export function numbersOf(text) {
  return text.split(",").map((part) => {
    const number = Number(part);
    if (!Number.isInteger(number) || number < 1) throw new StepError(`${part} is no whole number from 1 on`);
    return number;
  });
}

/**
 * Runs one of these commands with what it needs installed and built. It ends with a verdict, and with exit code 1
 * where something is not as it should be.
 * @param {Record<string, string>} defaults the options there are
 * @param {(options: Record<string, string>) => Promise<string[]>} act returns what was wrong
 */
export async function runCommand(defaults, act) {
  let faults;
  try {
    const options = read(defaults);
    const { build } = await import("../scripts/build.mjs");
    const { install, prepareDatabase } = await import("../scripts/setup.mjs");
    process.chdir(root);
    await install();
    await prepareDatabase();
    await build(["api"]);
    faults = await act(options);
  } catch (error) {
    explain(error);
    faults = ["it could not be carried through"];
  }
  const kinds = new Map();
  for (const fault of faults) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  for (const [fault, count] of [...kinds].slice(0, 20)) {
    console.log(`✗ ${fault}${count > 1 ? ` (${count} times)` : ""}`);
  }
  console.log(faults.length === 0 ? "✓ all as it should be" : `${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

function read(defaults) {
  const entries = Object.entries(defaults).map(([name, value]) => [name, { type: "string", default: value }]);
  let options;
  try {
    options = parseArgs({ options: Object.fromEntries(entries) }).values;
  } catch (error) {
    throw new StepError(error.message);
  }
  for (const value of Object.values(options)) numbersOf(value);
  return options;
}
