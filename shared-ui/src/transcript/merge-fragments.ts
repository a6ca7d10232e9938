import { type Line, limits } from "@souffleur/contracts";
import { endsOnDeterminer, endsOnFunctionWord, startsLowercase, startsWithLink } from "./french-words.ts";

/** A final line from any event; `timestamp` in milliseconds since the epoch. */
export interface FinalLine {
  messageId: string;
  /** The line's number in its call, if the event has it. */
  seq?: number;
  sender: "client" | "agent";
  text: string;
  timestamp: number;
  /** From 0 to 1. */
  confidence: number;
  isTranscription: boolean;
}

/** A stored line in the form of a final line. */
export function storedLine(line: Line): FinalLine {
  const { id, seq, sender, text, confidence, isTranscription } = line;
  const timestamp = Date.parse(line.timestamp);
  return { messageId: id, seq, sender, text, timestamp, confidence, isTranscription };
}

/** A line, or several fragments merged into one. */
export interface Bubble {
  /** The first line's `messageId`; it does not change when fragments are added. */
  id: string;
  sender: FinalLine["sender"];
  text: string;
  /** The time of the first fragment, in milliseconds since the epoch. */
  timestamp: number;
  /** The mean over its fragments. */
  confidence: number;
  isTranscription: boolean;
  /** In order; never empty. */
  fragments: readonly FinalLine[];
  /** Lines that were dropped as repetitions of these fragments. */
  repeats: readonly FinalLine[];
}

// Interpretation of the specification where it is ambiguous:
// - "the previous one" is the last fragment, not its bubble: its own text and timestamp count, so a sentence of many
//   fragments may last longer than 3 s. "Under 3000 ms old" means that the difference of the two timestamps is strictly
//   less; the clocks of two legs may differ slightly, so the sign does not matter.
// - A line of the other speaker in between ends the bubble: merging across it would change the order.
// - "Within 2000 ms" includes 2000. A repetition is also found across lines of the other speaker, and is compared with
//   the text on the screen, not with earlier repetitions. "Identical" ignores only white space.
// - A function word or determiner is the last word even if punctuation follows it: recognizers end an incomplete
//   sentence with a full stop ("Je voudrais le.").
// - An ellipsis is not final punctuation: the sentence continues.

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

/** Whether a text looks incomplete: open ending, no final punctuation, or a single sentence of at most 4 words. */
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
  // "puis" and "-je"; a dash with a space after it is none of the word's.
  const glued = /['’]$/u.test(before) || /^(?:[,.…]|['’‑‐-]\p{L})/u.test(after);
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

/** The index of the bubble that already contains this line's text, or -1; searches the time window only. */
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

/** Inserts a late line by its number; the lines after it are merged again. */
function insertLate(bubbles: readonly Bubble[], line: FinalLine, seq: number): readonly Bubble[] {
  const start = bubbles.findIndex((bubble) => bubble.fragments.some((one) => (one.seq ?? 0) > seq));
  if (start < 0) return appendInOrder(bubbles, line);
  let place = 0;
  // A line without a number stays after the line that it followed on arrival.
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

// The ids of a list's lines. An append moves the set to the list that it returns, so that a repeated event costs one
// look-up regardless of the conversation's length; a list that is used again later gets a new set.
const knownIds = new WeakMap<readonly Bubble[], Set<string>>();

function idsOf(bubbles: readonly Bubble[]): Set<string> {
  const known = knownIds.get(bubbles);
  if (known) return known;
  return new Set(bubbles.flatMap((b) => [...b.fragments, ...b.repeats].map((line) => line.messageId)));
}

/**
 * Adds a final line. A known line (by `messageId`) and a blank one return the same list; otherwise the new list shares
 * every bubble that has not changed. A line with a lower number than the last one is inserted in its place.
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

/**
 * Replaces the text of a line, in its place: its bubble keeps its id and its fragments, so that nothing moves on the
 * screen. An unknown line and an equal text return the same list.
 */
export function changeLine(bubbles: readonly Bubble[], messageId: string, text: string): readonly Bubble[] {
  const isLine = (line: FinalLine) => line.messageId === messageId;
  const index = bubbles.findLastIndex(
    ({ fragments, repeats }) => fragments.some(isLine) || repeats.some(isLine),
  );
  const bubble = bubbles[index];
  if (!bubble) return bubbles;
  const lines = [...bubble.fragments, ...bubble.repeats];
  if (lines.some((line) => isLine(line) && line.text === text)) return bubbles;
  const change = (line: FinalLine) => (isLine(line) ? { ...line, text } : line);
  const fragments = bubble.fragments.map(change);
  const [first = "", ...rest] = fragments.map((line) => squeeze(line.text));
  const next = bubbles.with(index, {
    ...bubble,
    text: rest.reduce(join, first),
    fragments,
    repeats: bubble.repeats.map(change),
  });
  const ids = knownIds.get(bubbles);
  knownIds.delete(bubbles);
  if (ids) knownIds.set(next, ids);
  return next;
}

/** The bubbles of a whole conversation, from its lines in order. */
export function mergeAll(lines: Iterable<FinalLine>): readonly Bubble[] {
  let bubbles: readonly Bubble[] = [];
  for (const line of lines) bubbles = appendLine(bubbles, line);
  return bubbles;
}
