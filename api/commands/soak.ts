import { setTimeout as delay } from "node:timers/promises";
import { median, printTable } from "../bench/figures.ts";
import { createTally, workAsAgent, workAsOffice } from "../bench/load/people.ts";
import { hireAgents, startDatabase } from "../bench/servers/database.ts";
import { type Figures, figures, startProduct } from "../bench/servers/product.ts";
import { defineCommand, wholeNumber } from "../tools/define-command.ts";
import { verdict } from "./verdict.ts";

const agentsAtOnce = 8;
const sampleMs = 5000;
/** Collects garbage on SIGUSR2, so that each sample shows what is retained. */
const collects = ["--expose-gc", "--import", "data:text/javascript,process.on('SIGUSR2',()=>gc())"];
/** Growth that caches and compiled code may cause. */
const heapLeewayMb = 12;
const handlesLeeway = 6;

export const command = defineCommand({
  name: "npm run soak",
  summary: "Repeats the same work for a long time; neither memory nor handles may grow.",
  options: { minutes: { type: "string", value: "<n>", default: "3", read: wholeNumber, help: "how long" } },
  needs: ["engine"],
  run: ({ minutes }) => verdict(soak(minutes)),
});

async function soak(minutes: number): Promise<string[]> {
  const database = await startDatabase();
  const product = await startProduct({ database, args: collects });
  const faults: string[] = [];
  try {
    const agents = await hireAgents(database.connection, agentsAtOnce);
    const tally = createTally();
    const from = performance.now();
    const isOver = () => performance.now() - from > minutes * 60_000;
    const work = Promise.all([
      ...agents.map((email, n) => delay(n * 700).then(() => workAsAgent(product.url, email, tally, isOver))),
      workAsOffice(product.url, tally, isOver),
    ]);
    const samples: Figures[] = [];
    while (!isOver()) {
      await delay(sampleMs);
      product.kill(0, "SIGUSR2");
      samples.push(await figures(product.url));
    }
    await work;
    faults.push(...tally.faults, ...growth(samples));
    console.log(`${tally.times.length} requests, ${tally.lines} lines`);
  } finally {
    if (!(await product.stop())) faults.push("the server did not stop cleanly");
    await database.stop();
  }
  return faults;
}

/** What grew from the second quarter to the last; the first is a warm-up. */
function growth(samples: Figures[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const middle = (some: Figures[], name: keyof Figures) => median(some.map((sample) => sample[name]));
  const heapMb = (some: Figures[]) => Math.min(...some.map(({ heap }) => heap)) / 2 ** 20;
  printTable([
    ["over", "heap MB", "memory MB", "handles", "files", "delay p99 ms"],
    ...Object.entries({ "second quarter": second, "last quarter": last }).map(([name, some]) => [
      name,
      heapMb(some).toFixed(1),
      (middle(some, "memory") / 2 ** 20).toFixed(1),
      middle(some, "handles"),
      middle(some, "files"),
      middle(some, "delayP99").toFixed(1),
    ]),
  ]);
  const heapGrowth = heapMb(last) - heapMb(second);
  const handles = (["handles", "files", "sockets"] as const)
    .map((name) => ({ name, more: middle(last, name) - middle(second, name) }))
    .filter(({ more }) => more > handlesLeeway)
    .map(({ name, more }) => `${name}: ${more} more`);
  return [...(heapGrowth > heapLeewayMb ? [`the heap grew by ${heapGrowth.toFixed(1)} MB`] : []), ...handles];
}
