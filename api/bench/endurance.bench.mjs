import path from "node:path";
import { root, run } from "../scripts/run.mjs";

/** The short forms of `npm run soak` and `npm run chaos`, which print tables of their own. */
export default async function endurance() {
  return [
    await verdict("a minute of soak: memory, handles and files that grow", "soak.mjs", ["--minutes", "1"]),
    await verdict("20 kills of chaos: lost, twice, stuck or left over", "chaos.mjs", ["--kills", "20"]),
  ];
}

async function verdict(name, file, args) {
  const { ok } = await run(process.execPath, [path.join(root, "api/load", file), ...args], { show: true });
  return { name, value: ok ? "none" : "some, see above", goal: "none" };
}
