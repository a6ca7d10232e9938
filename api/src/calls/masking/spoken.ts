import { digitReader, type Reading } from "./spoken-digits.ts";
import { plainWords, type Token, tokenize } from "./tokens.ts";

/** A speaker's tokens, their possible readings as digits, and what the other speaker said in between. */
export interface Spoken {
  text: string;
  tokens: readonly Token[];
  read: (index: number) => readonly Reading[];
  heard: readonly { at: number; words: readonly string[] }[];
}

/** A line of a call: of the speaker whose numbers are searched, or of the other one. */
export interface StreamLine {
  text: string;
  isOther?: boolean;
}

/** Prepares lines for `walk`: positions are those in the speaker's own lines, joined by a line feed. */
export function parseSpoken(lines: readonly StreamLine[]): Spoken {
  const tokens: Token[] = [];
  const heard: { at: number; words: readonly string[] }[] = [];
  const own: string[] = [];
  let offset = 0;
  for (const { text, isOther = false } of lines) {
    if (isOther) {
      heard.push({ at: tokens.length, words: plainWords(text) });
      continue;
    }
    tokenize(text, tokens, offset);
    own.push(text);
    offset += text.length + 1;
  }
  return { text: own.join("\n"), tokens, read: digitReader(tokens), heard };
}

/** Tokens that may be read as one number, end exclusive. */
export interface Run {
  from: number;
  to: number;
}

/** The way from the end of a run to a later one. */
export interface Link {
  /** The first token of the later run. */
  to: number;
  /** What is in between: what recognizers write, an interjection, or other words. */
  kind: "noise" | "aside" | "loose";
  noise: number;
  isCorrection: boolean;
}
