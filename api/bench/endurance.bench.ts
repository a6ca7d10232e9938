import { run } from "../tools/run-step.mjs";
import type { Row } from "./figures.ts";

/** Short runs of `npm run soak` and `npm run chaos`, which print tables of their own. */
export default async function endurance(): Promise<Row[]> {
  return [
    await verdict("a minute of soak: memory, handles and files that grow", "soak", ["--minutes", "1"]),
    await verdict("20 kills of chaos: lost, twice, stuck or left over", "chaos", ["--kills", "20"]),
  ];
}

async function verdict(name: string, command: string, args: string[]): Promise<Row> {
  const runner = ["api/tools/command.mjs", "--as-built", `api/commands/${command}`];
  const { ok } = await run(process.execPath, [...runner, ...args], { show: true });
  return { name, value: ok ? "none" : "some, see above", goal: "none" };
}
