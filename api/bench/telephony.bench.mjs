import { fork } from "node:child_process";
import { once } from "node:events";

const rounded = (number, digits = 2) => Number(number.toFixed(digits));

/** @param kind `bare` or `ours` */
async function measure(kind) {
  const server = fork(new URL("./telephony-server.mjs", import.meta.url), [kind]);
  const failed = once(server, "exit").then(([code]) => {
    throw new Error(`the ${kind} server ended with code ${code}`);
  });
  try {
    const [measured] = await Promise.race([once(server, "message"), failed]);
    return measured;
  } finally {
    failed.catch(() => {});
    server.kill();
  }
}

export default async function telephony() {
  const bare = await measure("bare");
  const ours = await measure("ours");
  const { delayMax, hopCalls } = ours;
  return [
    {
      name: `telephone calls a core, loop delay p99 < ${delayMax} ms`,
      value: ours.best,
      baseline: bare.best,
      ratio: bare.best > 0 ? rounded(ours.best / bare.best) : undefined,
      goal: "≥ 400, ratio ≥ 0.5",
    },
    {
      name: `share of a core that a call takes, at ${hopCalls} calls (%)`,
      value: rounded(ours.cpu * 100, 3),
      baseline: rounded(bare.cpu * 100, 3),
      ratio: rounded(bare.cpu / ours.cpu),
      goal: "≤ 0.25, ratio ≥ 0.5",
    },
    { name: `own hop at ${hopCalls} calls, in and out, p99 (ms)`, value: rounded(ours.hop), goal: "< 20" },
    {
      name: "loop delay of the telephones themselves meanwhile, p99 (ms)",
      value: rounded(ours.late),
      goal: "",
    },
    { name: "memory a call (kB)", value: rounded(ours.memory, 0), goal: "" },
  ];
}
