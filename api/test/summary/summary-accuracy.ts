import type { SummaryPoint } from "@souffleur/contracts";
import { foldedWords } from "@souffleur/contracts/fold";
import { summarizeAtOnce } from "../../src/calls/summary/summarize.ts";
import { builtInPlaybook } from "../../src/suggestions/matching/built-in-playbook.ts";
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
