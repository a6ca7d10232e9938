import { playbookLimits } from "@souffleur/contracts/playbook";
import { castScenario, scenarios } from "../src/calls/simulation/scenarios.ts";
import { builtInContent, builtInPlaybook } from "../src/suggestions/matching/built-in-playbook.ts";
import { type CompiledPlaybook, compileAtOnce } from "../src/suggestions/matching/compile-playbook.ts";
import { suggest, type TranscriptLine, warmPlaybook } from "../src/suggestions/matching/rank-replies.ts";
import { percentile, type Row, rounded } from "./figures.ts";

const lines = 500;
const rounds = 10;
/** The most letters that are read of a line. */
const longest = 2000;

/** A transcript of 500 lines: the scripted calls one after the other, repeated. */
function transcript(textOf: (text: string) => string): TranscriptLine[] {
  const script = [...scenarios.keys()].flatMap((name) => castScenario(name).lines);
  return Array.from({ length: Math.ceil(lines / script.length) }, () => script)
    .flat()
    .slice(0, lines)
    .map(({ speaker, text }, index) => ({ messageId: `m${index}`, sender: speaker, text: textOf(text) }));
}

/**
 * The times of the playbook's answers after each line of a transcript, in milliseconds: `all` of them, and the `best`
 * of each line, which excludes other load on the machine.
 */
function answers(
  transcribed: readonly TranscriptLine[],
  playbook: CompiledPlaybook = builtInPlaybook,
): { all: number[]; best: number[] } {
  const runs = Array.from({ length: rounds }, () =>
    transcribed.map((_, index) => {
      const lines = transcribed.slice(0, index + 1);
      const begun = performance.now();
      suggest({ playbook, lines, callId: "call", used: new Set(), now: 0 });
      return performance.now() - begun;
    }),
  );
  return {
    all: runs.flat(),
    best: transcribed.map((_, index) => Math.min(...runs.map((times) => times[index] ?? 0))),
  };
}

/** The largest playbook that an organization may have: the built-in entries repeated, each with an additional word. */
function largePlaybook(): CompiledPlaybook {
  const entries = Array.from({ length: playbookLimits.entries }, (_, index) => {
    const entry = builtInContent.entries[index % builtInContent.entries.length];
    if (entry === undefined) throw new Error("The playbook is empty.");
    return {
      ...entry,
      id: `e${index}`,
      phrases: entry.phrases.map((one) => (index < 27 ? one : { ...one, text: `${one.text} ${index % 40}` })),
      replies: entry.replies.map((reply) => ({ ...reply, id: `${reply.id}-${index}` })),
    };
  });
  return compileAtOnce({ entries, facts: [] });
}

const ms = (name: string, value = Number.NaN): Row => ({ name, value: `${rounded(value)} ms` });

/** How long the playbook takes for its answers in a process that has just started. */
export default async function suggestions(): Promise<Row[]> {
  const begun = performance.now();
  warmPlaybook();
  const warmed = performance.now() - begun;
  const usual = answers(transcript((text) => text));
  const long = answers(transcript((text) => `${text} `.repeat(longest).slice(0, longest)));
  const large = answers(
    transcript((text) => text),
    largePlaybook(),
  );
  const goal = "5 ms";
  return [
    ms("the playbook's first run, at the server's start", warmed),
    { ...ms("its first answer", usual.all[0]), goal },
    { ...ms(`its answers in ${lines} lines, p99`, percentile(usual.best, 0.99)), goal },
    ms("the same on this machine, as busy as it is", percentile(usual.all, 0.99)),
    { ...ms(`its answers in ${lines} lines of ${longest} letters, p99`, percentile(long.best, 0.99)), goal },
    { ...ms(`its answers in ${lines} lines with 2,000 entries, p99`, percentile(large.best, 0.99)), goal },
  ];
}
