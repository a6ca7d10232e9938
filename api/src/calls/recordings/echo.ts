import type { Sender } from "@souffleur/contracts";
import { contentWords } from "../../suggestions/matching/content-words.ts";
import { wordsOf } from "../../suggestions/matching/french-stem.ts";
import type { LineDoc } from "../records/line-model.ts";

type Spoken = Pick<LineDoc, "sender" | "text" | "timestamp" | "startedAt">;

/** What a recording has, which is no line yet. */
export interface Heard {
  sender: Sender;
  text: string;
  from: Date;
  to: Date;
}

/** The sound of a loudspeaker arrives at the other recording within this time, the error of both measurements included. */
const delayMs = 700;
/** An echo sounds while it is said; an answer that repeats the question's words begins at its end. */
const overlapShare = 0.6;
/** People often repeat fewer words to each other. */
const leastContentWords = 3;
/** Recognizers misread some words of a quiet echo. */
const sameShare = 0.8;

/**
 * Whether a recorded text is an echo of the other speaker: it has at least three content words, it sounds for most of its
 * time while the other speaks, and four fifths of its words are, in the same order, in what the other says meanwhile.
 * @param before stored lines, oldest first; one of unknown beginning echoes nothing
 */
export function isEcho({ sender, text, from, to }: Heard, before: readonly Spoken[]): boolean {
  if (contentWords(text).size < leastContentWords) return false;
  const words = wordsOf(text);
  const others = before
    .filter((line) => line.sender !== sender)
    .map((line) => ({ line, overlapMs: overlapMs({ from, to }, line) }))
    .filter(({ overlapMs }) => overlapMs > 0);
  const overlap = others.reduce((sum, { overlapMs }) => sum + overlapMs, 0);
  if (overlap < overlapShare * (to.getTime() - from.getTime())) return false;
  const heard = others.flatMap(({ line }) => wordsOf(line.text));
  return commonInOrder(words, heard) >= words.length * sameShare;
}

/** How long a recording sounds while a line is said or its sound arrives. */
function overlapMs({ from, to }: Pick<Heard, "from" | "to">, { startedAt, timestamp }: Spoken): number {
  if (startedAt === undefined) return 0;
  const end = Math.min(to.getTime(), timestamp.getTime() + delayMs);
  return end - Math.max(from.getTime(), startedAt.getTime() - delayMs);
}

/** The length of the longest common subsequence. */
function commonInOrder(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    for (const [at, other] of b.entries()) {
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
