import "./node-version.mjs";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

const { explain, root, run, tool } = await import("./run.mjs");
const { install, prepareDatabase } = await import("./setup.mjs");

/** Requests and socket events made from the contracts: `npm run fuzz -- [--count 20000] [--seed …]`. */
async function fuzz() {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "20000" },
      seed: { type: "string", default: String(randomInt(2 ** 31)) },
    },
  });
  for (const [name, value] of Object.entries(values)) {
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new Error(`--${name} must be a whole number, not ${value}`);
  }
  process.chdir(root);
  await install();
  await prepareDatabase();
  console.log(`${values.count} requests and events, seed ${values.seed} …`);
  return run(tool("jest"), ["api/src/fuzz", "--runInBand"], {
    show: true,
    env: { FUZZ_RUNS: values.count, FUZZ_SEED: values.seed },
  });
}

const { ok } = await fuzz().catch((error) => {
  explain(error);
  return { ok: false };
});
process.exitCode = ok ? 0 : 1;
