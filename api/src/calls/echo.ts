import { contentWords } from "../suggestions/content-words.ts";
import { wordsOf } from "../suggestions/french-stem.ts";
import type { LineDoc } from "./line-model.ts";

type Spoken = Pick<LineDoc, "sender" | "text" | "timestamp">;

/** Both recordings are cut every three seconds, at different moments, and transcription takes about one second. */
const withinMs = 4000;
/** People often repeat fewer words to each other. */
const leastContentWords = 3;
/** Recognizers misread some words of a quiet echo. */
const sameShare = 0.8;

/**
 * Whether a recorded text is an echo of the other speaker: it has at least three content words, and four fifths of its
 * words are, in the same order, in the other speaker's lines of the last four seconds.
 * @param before stored lines, oldest first
 */
export function isEcho(line: Spoken, before: readonly Spoken[]): boolean {
  if (contentWords(line.text).size < leastContentWords) return false;
  const words = wordsOf(line.text);
  const others = before.filter(
    ({ sender, timestamp }) =>
      sender !== line.sender && line.timestamp.getTime() - timestamp.getTime() <= withinMs,
  );
  const heard = others.flatMap(({ text }) => wordsOf(text));
  return commonInOrder(words, heard) >= words.length * sameShare;
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
