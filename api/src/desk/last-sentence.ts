import type { Sender } from "@souffleur/contracts";

/** A space after the end of a sentence; an initial ("M. Dupont") ends none. */
const between = /(?<=(?<!(?<!\p{L})\p{Lu})[.!?…](?:\s?»)?)\s+(?!»)/u;
const isWhole = /[.!?…]\s?»?$/u;
/** So many words are the beginning of a sentence; more may be one that the recognizer has not punctuated. */
const beginningWords = 4;

/**
 * The last whole sentence of consecutive texts of one speaker, which a recognizer may have cut anywhere.
 * @returns the unfinished sentence from its beginning, where none has ended yet
 */
export function lastSentence(texts: readonly string[]): string {
  const sentences = texts.join(" ").trim().split(between);
  const isShown = (sentence: string) =>
    isWhole.test(sentence) || sentence.split(/\s+/u).length > beginningWords;
  return sentences.findLast(isShown) ?? sentences.join(" ");
}

/** The last whole sentence of a speaker in the newest lines of a call; undefined where they have none. */
export function lastWordsOf(
  sender: Sender,
  lines: readonly { sender: Sender; text: string }[],
): string | undefined {
  const last = lines.findLastIndex((line) => line.sender === sender);
  if (last < 0) return undefined;
  const before = lines.slice(0, last).findLastIndex((line) => line.sender !== sender);
  return lastSentence(lines.slice(before + 1, last + 1).map(({ text }) => text));
}
