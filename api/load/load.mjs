import "../scripts/node-version.mjs";
import { numbersOf, runCommand } from "./command.mjs";

/** `npm run load -- [--times 1,2,4,8] [--seconds 20] [--stored 100,10000]` */
await runCommand({ times: "1,2,4,8", seconds: "20", stored: "100,10000" }, async (options) => {
  const { measureLoad } = await import("./measure-load.mjs");
  const { printTable } = await import("./product.mjs");
  const [seconds] = numbersOf(options.seconds);
  const { mixes, reads, faults } = await measureLoad({
    times: numbersOf(options.times),
    seconds,
    stored: numbersOf(options.stored),
  });
  printTable([
    ["work", "requests/s", "lines/s", "p50 ms", "p99 ms", "busy", "errors", "CPU", "memory MB"],
    ...mixes.map((m) => [
      `${m.times} ×`,
      m.perSecond.toFixed(1),
      m.lines.toFixed(1),
      m.p50.toFixed(1),
      m.p99.toFixed(0),
      m.busy,
      m.errors,
      m.cpu.toFixed(2),
      m.memory.toFixed(0),
    ]),
  ]);
  const least = reads[0]?.p50;
  printTable([
    ["stored", "reads p50 ms", "against the first"],
    ...reads.map(({ stored, p50 }) => [stored, p50.toFixed(2), (p50 / least).toFixed(2)]),
  ]);
  const slow = reads
    .filter(({ p50 }) => p50 > least * 2 + 1)
    .map(({ stored, p50 }) => `reads take ${(p50 / least).toFixed(1)} times as long with ${stored} stored`);
  return [...faults, ...slow];
});
