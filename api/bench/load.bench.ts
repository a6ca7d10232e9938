import { StepError } from "../tools/step-error.mjs";
import { type Row, row } from "./figures.ts";
import { measureLoad } from "./measure-load.ts";

/** The product with more people at once, and with more stored. `npm run load` takes other numbers. */
export default async function load(): Promise<Row[]> {
  const { mixes, reads, faults } = await measureLoad({ times: [1, 4], seconds: 20, stored: [100, 10_000] });
  if (faults.length > 0) throw new StepError(`${faults.length} faults under load, the first: ${faults[0]}`);
  const [one, four] = mixes;
  const [few, many] = reads;
  if (!one || !four || !few || !many) throw new StepError("The load was not measured.");
  return [
    row("requests a second by 4 times the people, against one", four.perSecond, "≥ 3.60", one.perSecond, 1),
    row("an answer's p50 with 4 times the people, ms", four.p50, "", one.p50, 1),
    row("cores that 4 times the people take", four.cpu, "≤ 4.00", one.cpu),
    row("reads with 10,000 users and lines stored, against 100, p50 ms", many.p50, "≤ 2.00", few.p50),
  ];
}
