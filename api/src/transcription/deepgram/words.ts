// What a recognizer says of a text: its words with their times, and how sure it is. Each may be missing or impossible, which
// must not lose the text.
import * as z from "zod";

/** Undefined where it is no time. */
export const seconds = z.number().nonnegative().optional().catch(undefined);
const share = z.number().optional().catch(undefined);

const Word = z.object({ start: z.number().nonnegative(), end: z.number().nonnegative(), confidence: share });

export const Alternative = z.object({
  transcript: z.string(),
  confidence: share,
  words: z.array(Word.optional().catch(undefined)).optional().catch(undefined),
});
export type Alternative = z.infer<typeof Alternative>;

const wordsOf = (alternative: Alternative | undefined) =>
  (alternative?.words ?? []).filter((word) => word !== undefined);

/** From the first word's beginning to the last one's end, in milliseconds; undefined without words that have times. */
export function spokenSpan(
  alternative: Alternative | undefined,
): { startMs: number; endMs: number } | undefined {
  const words = wordsOf(alternative).filter(({ start, end }) => end >= start);
  if (words.length === 0) return undefined;
  return {
    startMs: 1000 * words.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
    endMs: 1000 * words.reduce((most, { end }) => Math.max(most, end), 0),
  };
}

/** From 0 to 1: of the text, else the mean of its words, else 0. */
export function confidenceOf(alternative: Alternative | undefined): number {
  const ofWords = wordsOf(alternative).flatMap(({ confidence = [] }) => confidence);
  const mean = ofWords.reduce((sum, one) => sum + one, 0) / Math.max(1, ofWords.length);
  return Math.min(1, Math.max(0, alternative?.confidence ?? mean));
}
