import { type FreshClone, freshClone, type Running } from "./fresh-clone.ts";
import { nothingRun, type TestResult } from "./test-reports.ts";
import { lanes, type TriedCommand, triedCommands } from "./tried-commands.ts";

/** No command takes longer, even the first one, which installs and builds. */
const limitMs = 600_000;
const shownCharacters = 3000;

/**
 * Clones this repository and runs there every command that the documents name, in its shortest form, or those that contain
 * one of the words.
 */
export async function testDocumentedCommands(words: readonly string[]): Promise<TestResult> {
  const isChosen = ({ typed, beside = [] }: TriedCommand) =>
    words.length === 0 ||
    [typed, ...beside.map((one) => one.typed)].some((one) => words.some((word) => one.includes(word)));
  const total = nothingRun();
  const clone = await freshClone();
  try {
    await Promise.all(lanes.map((all) => tryInTurn(clone, all.filter(isChosen), total)));
  } finally {
    clone.remove();
  }
  if (words.length === 0 && total.passed + total.failed !== triedCommands.length) total.failed += 1;
  return total;
}

async function tryInTurn(clone: FreshClone, all: readonly TriedCommand[], total: TestResult): Promise<void> {
  for (const one of all) await tryCommand(clone, one, total);
}

async function tryCommand(clone: FreshClone, tried: TriedCommand, total: TestResult): Promise<void> {
  const from = performance.now();
  const running = clone.start(tried.typed, await tried.env?.(clone));
  const limit = setTimeout(running.kill, limitMs);
  const problem = await problemOf(clone, tried, running, total).catch((error) => error.message);
  running.kill();
  clearTimeout(limit);
  const seconds = Math.round((performance.now() - from) / 1000);
  if (problem === undefined) {
    total.passed += 1;
    console.log(`✓ ${tried.typed} (${seconds} s)`);
    return;
  }
  total.failed += 1;
  total.failures.push(`${tried.typed}: ${problem}`);
  console.log(`✗ ${tried.typed} (${seconds} s): ${problem}\n${running.output().slice(-shownCharacters)}`);
}

/** @returns what is wrong with what it says or how it ends; undefined if nothing is */
async function problemOf(
  clone: FreshClone,
  { says, code = 0, meanwhile, beside = [] }: TriedCommand,
  running: Running,
  total: TestResult,
): Promise<string | undefined> {
  if (meanwhile !== undefined) {
    const [, address = ""] = await running.printed(says);
    await meanwhile(clone, running);
    for (const one of beside)
      await tryCommand(clone, { ...one, typed: one.typed.replace("{address}", address) }, total);
    const how = await running.stop();
    return how === 0 ? undefined : `it did not stop cleanly (${how})`;
  }
  const how = await running.ended;
  if (![code].flat().includes(how as number)) return `it ended with ${how}: ${complaint(running.output())}`;
  return says.test(running.output()) ? undefined : `it does not say ${says}`;
}

/** What a reader of the summary alone needs: the lines that a command marks as wrong, or its last one. */
function complaint(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const marked = lines.filter((line) => line.startsWith("✗"));
  return (marked.length > 0 ? marked : lines.slice(-1)).join(" ").slice(0, 300);
}
