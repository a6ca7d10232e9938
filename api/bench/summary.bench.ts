import { summarize } from "../src/calls/summary/summarize.ts";
import { builtInPlaybook } from "../src/suggestions/matching/built-in-playbook.ts";
import { accuracyOf, keyKinds } from "./calls/summary-accuracy.ts";
import { firstWordsOfSummary } from "./calls/summary-draft.ts";
import { heldOutCalls, keyedCalls, unseenCalls } from "./calls/summary-key.ts";
import { type Row, rounded, timed } from "./figures.ts";

/** Lines of a call of more than an hour. */
const longCall = 2000;

const percent = (share: number) => `${rounded(100 * share, 1)} %`;

interface Options {
  goal?: string;
  /** Whether its faults stay unsaid: a rule that is changed after a look at them is made for these calls. */
  isUnread?: boolean;
}

function rowsOf(name: string, calls: typeof keyedCalls, { goal, isUnread = false }: Options = {}): Row[] {
  return keyKinds.flatMap((kind) => {
    const { recall, precision, facts, points, faults } = accuracyOf(calls, kind);
    if (!isUnread) for (const fault of faults) console.log(fault);
    return [
      { name: `${kind}s found, of ${facts} in ${name}`, value: percent(recall), ...(goal && { goal }) },
      {
        name: `${kind}s that are right, of ${points} found`,
        value: percent(precision),
        ...(goal && { goal }),
      },
    ];
  });
}

/** How many of a call's facts the summary by rules finds, how many of its points are right, and how long summaries take. */
export default async function summary(): Promise<Row[]> {
  const spoken = keyedCalls.flatMap(({ lines }) => lines);
  const lines = Array.from({ length: longCall }, (_, at) => ({
    ...(spoken[at % spoken.length] as (typeof spoken)[number]),
    seq: at + 1,
  }));
  const took = await timed(() => summarize({ lines, playbook: builtInPlaybook, today: "2026-03-12" }));
  return [
    ...rowsOf("the labelled calls", keyedCalls, { goal: "90 %" }),
    ...rowsOf("calls that were read since", heldOutCalls),
    ...rowsOf("calls that no rule was made for", unseenCalls, { isUnread: true }),
    { name: `a summary of ${longCall} lines by rules`, value: `${rounded(took, 0)} ms` },
    ...(await firstWordsOfSummary()),
  ];
}
