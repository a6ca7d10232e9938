import { fork } from "node:child_process";
import { once } from "node:events";
import { type Row, row } from "./figures.ts";
import type { Kind, Measured } from "./servers/telephony-server.ts";

async function measure(kind: Kind): Promise<Measured> {
  const server = fork(new URL("./servers/telephony-server.js", import.meta.url), [kind]);
  const failed = once(server, "exit").then(([code]): never => {
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

export default async function telephony(): Promise<Row[]> {
  const bare = await measure("bare");
  const deepgram = await measure("deepgram");
  const openai = await measure("openai");
  return [...rows("Deepgram", deepgram, bare, 0.5), ...rows("openai", openai, deepgram, 0.7)];
}

/** @param ratio of the calls that the baseline takes, at least */
function rows(recognizer: string, ours: Measured, baseline: Measured, ratio: number): Row[] {
  const { delayMax, hopCalls } = ours;
  return [
    row(
      `${recognizer}: telephone calls a core, loop delay p99 < ${delayMax} ms`,
      ours.best,
      `≥ 400, ratio ≥ ${ratio}`,
      baseline.best,
    ),
    {
      ...row(
        `${recognizer}: share of a core that a call takes, at ${hopCalls} calls (%)`,
        ours.cpu * 100,
        "",
        baseline.cpu * 100,
        3,
      ),
      // Less is better: the ratio is that of the calls that a core could take.
      ratio: (baseline.cpu / ours.cpu).toFixed(2),
      goal: `≤ 0.25, ratio ≥ ${ratio}`,
    },
    row(`${recognizer}: own hop at ${hopCalls} calls, in and out, p99 (ms)`, ours.hop, "< 20"),
    row(`${recognizer}: loop delay of the telephones themselves meanwhile, p99 (ms)`, ours.late, ""),
    row(`${recognizer}: memory a call (kB)`, ours.memory, "", undefined, 0),
  ];
}
