import type { ConversationSummary } from "@souffleur/contracts";

/** The state of a call's lines: their number, and how often their texts were changed. */
interface LinesState {
  seq: number;
  corrections?: number;
}

interface StoredSummary extends LinesState {
  summary: ConversationSummary;
}

const parse = (stored: string) => JSON.parse(stored) as StoredSummary;

export function formatSummary({ seq, corrections = 0 }: LinesState, summary: ConversationSummary): string {
  return JSON.stringify({ seq, corrections, summary } satisfies StoredSummary);
}

/** A stored summary; undefined where there is none of these lines. */
export function readSummary(call: LinesState, stored: string | undefined): ConversationSummary | undefined {
  if (stored === undefined) return undefined;
  const { seq, corrections = 0, summary } = parse(stored);
  return seq === call.seq && corrections === (call.corrections ?? 0) ? summary : undefined;
}

/** The sentences of a stored summary, which are words of a language model. */
export function sentencesIn(stored: string | undefined): string[] {
  if (stored === undefined) return [];
  return parse(stored).summary.points.flatMap(({ kind, text }) => (kind === "summary" ? [text] : []));
}
