import type { SummaryPoint } from "@souffleur/contracts";
import { foldedWords } from "@souffleur/contracts/fold";
import { summarizeAtOnce } from "../../src/calls/summary/summarize.ts";
import { builtInPlaybook } from "../../src/suggestions/matching/built-in-playbook.ts";
import type { DaySentence } from "./days-set.ts";
import type { PromiseTurn } from "./promises-set.ts";
import type { Fact, KeyedCall, KeyKind } from "./summary-key.ts";

export const keyKinds: readonly KeyKind[] = ["figure", "date", "promise", "objection"];

export interface Accuracy {
  /** Of the facts of the key, the share that is found. */
  recall: number;
  /** Of the points, the share that is a fact of the key. */
  precision: number;
  facts: number;
  points: number;
  /** What was missed, and what was found wrongly. */
  faults: string[];
}

const sameText = (text: string) => ` ${foldedWords(text).join(" ")} `;

const isFact = ({ kind, text, lines }: SummaryPoint, fact: Fact) =>
  kind === fact.kind && lines.includes(fact.line) && sameText(text).includes(sameText(fact.words).trimEnd());

/** Compares the summaries of calls by rules with their key. */
export function accuracyOf(calls: readonly KeyedCall[], kind: KeyKind): Accuracy {
  const counts = { found: 0, facts: 0, right: 0, points: 0 };
  const faults: string[] = [];
  for (const { name, lines, facts } of calls) {
    const { summary } = summarizeAtOnce({ lines, playbook: builtInPlaybook, today: "2026-03-12" });
    const points = summary.points.filter((one) => one.kind === kind);
    const own = facts.filter((one) => one.kind === kind);
    for (const fact of own.filter(({ isOpen }) => !isOpen)) {
      const isFound = points.some((one) => isFact(one, fact));
      counts.facts += 1;
      counts.found += isFound ? 1 : 0;
      if (!isFound) faults.push(`missed, ${name}, ${fact.line}: ${kind} ${fact.words}`);
    }
    for (const one of points) {
      const same = own.filter((fact) => isFact(one, fact));
      if (same.length > 0 && same.every(({ isOpen }) => isOpen)) continue;
      counts.points += 1;
      counts.right += same.length > 0 ? 1 : 0;
      if (same.length === 0) faults.push(`wrong, ${name}, ${one.lines.join(" ")}: ${kind} ${one.text}`);
    }
  }
  const { found, facts, right, points } = counts;
  return { recall: found / facts, precision: right / points, facts, points, faults };
}

type Said = Pick<KeyedCall["lines"][number], "sender" | "text">;

const opening: readonly Said[] = ["Bonjour.", "Bonjour.", "Je vous écoute.", "Merci.", "Allez-y."].map(
  (text, at) => ({ sender: at % 2 === 0 ? "client" : "agent", text }),
);

/** The summary of a call that ends with some turns. */
function summaryAfter(turns: readonly Said[], today: string) {
  const lines = [...opening, ...turns].map((one, at) => ({ ...one, seq: at + 1 }));
  return summarizeAtOnce({ lines, playbook: builtInPlaybook, today }).summary;
}

/** Compares what is found with what was labelled; undefined is nothing. */
function compare<One>(
  all: readonly One[],
  read: (one: One) => { name: string; found: string | undefined; wanted: string | undefined },
): Accuracy {
  const results = all.map(read);
  const facts = results.filter(({ wanted }) => wanted !== undefined).length;
  const points = results.filter(({ found }) => found !== undefined).length;
  const right = results.filter(({ found, wanted }) => found !== undefined && found === wanted).length;
  const faults = results.flatMap(({ name, found, wanted }) =>
    found === wanted ? [] : [`${found ?? "none"} instead of ${wanted ?? "none"}: ${name}`],
  );
  return { recall: right / facts, precision: right / points, facts, points, faults };
}

/** Compares the days of next steps with those that sentences leave. */
export const accuracyOfDays = (sentences: readonly DaySentence[]): Accuracy =>
  compare(sentences, ({ turns, today, day }) => ({
    name: turns.map(({ text }) => text).join(" // "),
    found: summaryAfter(turns, today).nextStepAt,
    wanted: day,
  }));

/** Compares whether turns promise something. */
export const accuracyOfPromises = (turns: readonly PromiseTurn[]): Accuracy =>
  compare(turns, (turn) => {
    const isFound = summaryAfter([turn], "2026-03-12").points.some(({ kind }) => kind === "promise");
    return {
      name: turn.text,
      found: isFound ? "promise" : undefined,
      wanted: turn.isPromise ? "promise" : undefined,
    };
  });
