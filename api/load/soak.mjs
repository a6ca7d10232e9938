import "../scripts/node-version.mjs";
import { setTimeout as delay } from "node:timers/promises";
import { numbersOf, runCommand } from "./command.mjs";

const agentsAtOnce = 8;
const sampleMs = 5000;
/** What is left is looked at, not what the collector has not come to yet. */
const collects = ["--expose-gc", "--import", "data:text/javascript,process.on('SIGUSR2',()=>gc())"];
/** What caches, compiled code and a collector that is in no hurry may add. */
const heapLeewayMb = 12;
const handlesLeeway = 6;

/** `npm run soak -- [--minutes 3]`: the same work on and on; neither memory nor handles may grow. */
await runCommand({ minutes: "3" }, async ({ minutes }) => {
  const { figures, hireAgents, percentile, printTable, startDatabase, startProduct } = await import(
    "./product.mjs"
  );
  const { createTally, workAsAgent, workAsOffice } = await import("./people.mjs");
  const [lasts] = numbersOf(minutes);
  const database = await startDatabase();
  const product = await startProduct({ database, args: collects });
  const faults = [];
  const samples = [];
  try {
    const agents = await hireAgents(database.connection, agentsAtOnce);
    const tally = createTally();
    const from = performance.now();
    const isOver = () => performance.now() - from > lasts * 60_000;
    const work = Promise.all([
      ...agents.map((email, n) => delay(n * 700).then(() => workAsAgent(product.url, email, tally, isOver))),
      workAsOffice(product.url, tally, isOver),
    ]);
    while (!isOver()) {
      await delay(sampleMs);
      product.kill(0, "SIGUSR2");
      samples.push(await figures(product.url));
    }
    await work;
    faults.push(...tally.faults);

    // The first quarter warms up.
    const quarter = Math.floor(samples.length / 4);
    const second = samples.slice(quarter, 2 * quarter);
    const last = samples.slice(-quarter);
    const least = (some, name) => Math.min(...some.map((sample) => sample[name]));
    const median = (some, name) =>
      percentile(
        some.map((sample) => sample[name]),
        0.5,
      );
    const mb = (bytes) => (bytes / 2 ** 20).toFixed(1);
    const heapGrowth = (least(last, "heap") - least(second, "heap")) / 2 ** 20;
    if (heapGrowth > heapLeewayMb) faults.push(`the heap grew by ${heapGrowth.toFixed(1)} MB`);
    for (const name of ["handles", "files", "sockets"]) {
      const growth = median(last, name) - median(second, name);
      if (growth > handlesLeeway) faults.push(`${name}: ${growth} more`);
    }
    printTable([
      ["over", "requests", "lines", "heap MB", "memory MB", "handles", "files", "delay p99 ms"],
      ...[second, last].map((some, at) => [
        at === 0 ? "second quarter" : "last quarter",
        at === 0 ? "" : tally.times.length,
        at === 0 ? "" : tally.lines,
        mb(least(some, "heap")),
        mb(median(some, "memory")),
        median(some, "handles"),
        median(some, "files"),
        median(some, "delayP99").toFixed(1),
      ]),
    ]);
  } finally {
    if (!(await product.stop())) faults.push("the server did not stop cleanly");
    await database.stop();
  }
  return faults;
});
