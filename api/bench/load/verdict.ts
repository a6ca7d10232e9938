import { explain } from "../../tools/run-step.mjs";

/** How many different faults are shown; the sum counts all. */
const shown = 20;

/**
 * Prints each different fault once, and their sum.
 * @returns the exit code
 */
export async function verdict(trial: Promise<string[]>): Promise<number> {
  const faults = await trial.catch((error: unknown) => {
    explain(error);
    return ["it could not be completed"];
  });
  const kinds = new Map<string, number>();
  for (const fault of faults) kinds.set(fault, (kinds.get(fault) ?? 0) + 1);
  for (const [fault, count] of [...kinds].slice(0, shown)) {
    console.log(`✗ ${fault}${count > 1 ? ` (${count} times)` : ""}`);
  }
  console.log(faults.length === 0 ? "✓ no faults" : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}
