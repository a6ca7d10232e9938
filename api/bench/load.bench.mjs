import { StepError } from "../scripts/run.mjs";

/** The product as it grows: more people at once, and more that is stored. `npm run load` asks for other numbers. */
export default async function load() {
  // Not imported above: it needs what is built.
  const { measureLoad } = await import("../load/measure-load.mjs");
  const { mixes, reads, faults } = await measureLoad({ times: [1, 4], seconds: 20, stored: [100, 10_000] });
  if (faults.length > 0) throw new StepError(`${faults.length} faults under load, the first: ${faults[0]}`);
  const [one, four] = mixes;
  const [few, many] = reads;
  const row = (name, value, baseline, goal, digits) => ({
    name,
    value: value.toFixed(digits),
    baseline: baseline.toFixed(digits),
    ratio: (value / baseline).toFixed(2),
    goal,
  });
  return [
    row("requests a second by 4 times the people, against one", four.perSecond, one.perSecond, "≥ 3.60", 1),
    row("an answer's p50 with 4 times the people, ms", four.p50, one.p50, "", 1),
    row("cores that 4 times the people take", four.cpu, one.cpu, "≤ 4.00", 2),
    row("reads with 10,000 users and lines stored, against 100, p50 ms", many.p50, few.p50, "≤ 2.00", 2),
  ];
}
