import { limits } from "@souffleur/contracts";
import { endsOnDeterminer, endsOnFunctionWord, startsLowercase, startsWithLink } from "./french-words.ts";

/** A final line as any of the events brings it; `timestamp` in milliseconds since the epoch. */
export interface FinalLine {
  messageId: string;
  /** The line's number in its call, where the event says it. */
  seq?: number;
  sender: "client" | "agent";
  text: string;
  timestamp: number;
  /** From 0 to 1. */
  confidence: number;
  isTranscription: boolean;
}

/** What the screen shows as one bubble: a line, or fragments that were merged into one. */
export interface Bubble {
  /** The first line's `messageId`; it stays when fragments join. */
  id: string;
  sender: FinalLine["sender"];
  text: string;
  /** When the first fragment was said, in milliseconds since the epoch. */
  timestamp: number;
  /** The mean over its fragments. */
  confidence: number;
  isTranscription: boolean;
  /** The fragments that the text is made of, in order; never empty. */
  fragments: readonly FinalLine[];
  /** Lines that were dropped because one of these fragments says the same. */
  repeats: readonly FinalLine[];
}

// How the specification's words are read where they leave room:
// - "the previous one" is the fragment that was said last, not the bubble it stands in: its own text and its
//   own timestamp count, so a sentence of many fragments may last longer than 3 s. "Under 3000 ms old" is the
//   distance between its timestamp and the new one's, strictly less; two legs' clocks may disagree by a
//   little, so the sign does not matter.
// - A line of the other speaker in between closes the bubble: joining across it would change the order.
// - "Within 2000 ms" includes 2000. A repeat is found across lines of the other speaker, and is compared with
//   what is shown, not with earlier repeats. "Identical" forgives only white space.
// - A function word or determiner is the last word even when a mark follows it: recognizers close a cut
//   sentence with a full stop of their own ("Je voudrais le.").
// - Suspension points are not final punctuation: they say that the sentence goes on.

const squeeze = (text: string) => text.trim().replace(/\s+/gu, " ");

function isShortSentence(text: string): boolean {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const sentences = text.split(/[.!?]+(?=\s|$)/u).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return words.length <= 4 && sentences.length <= 1;
}

function hasFinalPunctuation(line: string): boolean {
  const text = line.trimEnd().slice(-16);
  return /[.!?]["'’”»)\]\s]*$/u.test(text) && !/(?:…|\.\.)["'’”»)\]\s]*$/u.test(text);
}

/** Whether a text looks cut: open ending, no final punctuation, or a single sentence of at most 4 words. */
export function looksIncomplete(text: string): boolean {
  return (
    endsOnFunctionWord(text) ||
    /[,;]$/u.test(text.trimEnd()) ||
    !hasFinalPunctuation(text) ||
    isShortSentence(text)
  );
}

function continues(previous: FinalLine, line: FinalLine): boolean {
  if (previous.sender !== line.sender || previous.isTranscription !== line.isTranscription) return false;
  if (Math.abs(line.timestamp - previous.timestamp) >= limits.fragmentMergeMs) return false;
  if (endsOnDeterminer(previous.text)) return true;
  return looksIncomplete(previous.text) && (startsLowercase(line.text) || startsWithLink(line.text));
}

const lastOf = (bubble: Bubble) => bubble.fragments[bubble.fragments.length - 1] as FinalLine;

function join(before: string, after: string): string {
  const glued = /['’]$/u.test(before) || /^[,.…]/u.test(after);
  return glued ? before + after : `${before} ${after}`;
}

function bubbleOf(line: FinalLine): Bubble {
  return {
    id: line.messageId,
    sender: line.sender,
    text: squeeze(line.text),
    timestamp: line.timestamp,
    confidence: line.confidence,
    isTranscription: line.isTranscription,
    fragments: [line],
    repeats: [],
  };
}

function extend(bubble: Bubble, line: FinalLine): Bubble {
  const count = bubble.fragments.length;
  return {
    ...bubble,
    text: join(bubble.text, squeeze(line.text)),
    confidence: (bubble.confidence * count + line.confidence) / (count + 1),
    fragments: [...bubble.fragments, line],
  };
}

/** The index of the bubble that already says this line, or -1; looks back as far as the window reaches. */
function findRepeated(bubbles: readonly Bubble[], line: FinalLine): number {
  const text = squeeze(line.text);
  for (let index = bubbles.length - 1; index >= 0; index -= 1) {
    const bubble = bubbles[index] as Bubble;
    if (bubble.sender !== line.sender) continue;
    for (let at = bubble.fragments.length - 1; at >= 0; at -= 1) {
      const fragment = bubble.fragments[at] as FinalLine;
      if (Math.abs(line.timestamp - fragment.timestamp) > limits.duplicateMs) return -1;
      if (squeeze(fragment.text) === text) return index;
    }
  }
  return -1;
}

function appendInOrder(bubbles: readonly Bubble[], line: FinalLine): readonly Bubble[] {
  const repeated = findRepeated(bubbles, line);
  if (repeated >= 0) {
    const bubble = bubbles[repeated] as Bubble;
    return bubbles.with(repeated, { ...bubble, repeats: [...bubble.repeats, line] });
  }
  const last = bubbles.at(-1);
  if (last && continues(lastOf(last), line)) return bubbles.with(-1, extend(last, line));
  return [...bubbles, bubbleOf(line)];
}

/** A line that a repaired gap brings late takes its place by number: what follows it is merged again. */
function insertLate(bubbles: readonly Bubble[], line: FinalLine, seq: number): readonly Bubble[] {
  const start = bubbles.findIndex((bubble) => bubble.fragments.some((one) => (one.seq ?? 0) > seq));
  if (start < 0) return appendInOrder(bubbles, line);
  let place = 0;
  // A line without a number stands behind the one that it arrived after.
  const numbered = bubbles.slice(start).flatMap((bubble) =>
    [...bubble.fragments, ...bubble.repeats].map((one) => {
      place = one.seq ?? place;
      return { place, line: one };
    }),
  );
  const ordered = [{ place: seq, line }, ...numbered].sort((a, b) => a.place - b.place);
  return ordered.reduce<readonly Bubble[]>(
    (merged, one) => appendInOrder(merged, one.line),
    bubbles.slice(0, start),
  );
}

// Which lines a list already holds. The set moves on to the list that an append returns, so that a repeated
// event costs one look-up in a conversation of any length; a list that comes back later gets a set of its own.
const knownIds = new WeakMap<readonly Bubble[], Set<string>>();

function idsOf(bubbles: readonly Bubble[]): Set<string> {
  const known = knownIds.get(bubbles);
  if (known) return known;
  return new Set(bubbles.flatMap((b) => [...b.fragments, ...b.repeats].map((line) => line.messageId)));
}

/**
 * The conversation with one more final line. An event that was seen before (by `messageId`) and a line
 * without text return the same list; otherwise a new one comes back that shares every bubble that did not
 * change. A line with a lower number than the last shown one is put in its place.
 */
export function appendLine(bubbles: readonly Bubble[], line: FinalLine): readonly Bubble[] {
  const ids = idsOf(bubbles);
  if (ids.has(line.messageId) || line.text.trim() === "") return bubbles;
  const last = bubbles.at(-1);
  const isLate = last !== undefined && line.seq !== undefined && line.seq < (lastOf(last).seq ?? 0);
  const next = isLate ? insertLate(bubbles, line, line.seq as number) : appendInOrder(bubbles, line);
  knownIds.delete(bubbles);
  knownIds.set(next, ids.add(line.messageId));
  return next;
}

/** The bubbles of a whole conversation, lines in the order given. */
export function mergeAll(lines: Iterable<FinalLine>): readonly Bubble[] {
  let bubbles: readonly Bubble[] = [];
  for (const line of lines) bubbles = appendLine(bubbles, line);
  return bubbles;
}
