import { printTable } from "../bench/figures.ts";
import { measureLoad } from "../bench/load/measure-load.ts";
import { verdict } from "../bench/load/verdict.ts";
import { defineCommand, wholeNumber, wholeNumbers } from "../tools/define-command.ts";

export const command = defineCommand({
  name: "npm run load",
  summary:
    "Measures a typical mix of requests with more and more people, and the same reads with more and more stored.",
  options: {
    times: {
      type: "string",
      value: "<n,n>",
      default: "1,2,4,8",
      read: wholeNumbers,
      help: "factors of the number of people",
    },
    seconds: { type: "string", value: "<n>", default: "20", read: wholeNumber, help: "length of each mix" },
    stored: {
      type: "string",
      value: "<n,n>",
      default: "100,10000",
      read: wholeNumbers,
      help: "users and lines stored",
    },
  },
  needs: ["engine"],
  run: (options) => verdict(load(options)),
});

async function load(options: Parameters<typeof measureLoad>[0]): Promise<string[]> {
  const { mixes, reads, faults } = await measureLoad(options);
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
  const least = reads[0]?.p50 ?? Number.NaN;
  printTable([
    ["stored", "reads p50 ms", "against the first"],
    ...reads.map(({ stored, p50 }) => [stored, p50.toFixed(2), (p50 / least).toFixed(2)]),
  ]);
  const slow = reads
    .filter(({ p50 }) => p50 > least * 2 + 1)
    .map(({ stored, p50 }) => `reads take ${(p50 / least).toFixed(1)} times as long with ${stored} stored`);
  return [...faults, ...slow];
}
