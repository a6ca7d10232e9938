// The words and figures of a text, with what is between them.
import { readDigits } from "@souffleur/contracts";
import { fold } from "@souffleur/contracts/fold";
import { countedNouns } from "./digit-words.ts";
import { isNumberWord } from "./number-values.ts";

/** A word or a figure with its position in the text. */
export interface Token {
  start: number;
  end: number;
  /** The figures, or the letters in lowercase without accents. */
  word: string;
  isDigits: boolean;
  /** The end of the written number to which a figure belongs; the token's own end otherwise. */
  numberEnd: number;
  /** A figure inside a longer uninterrupted number, where people do not begin. */
  isInner: boolean;
  /** A word that a hyphen joins to the word before it. */
  isJoined: boolean;
  /** The separation from the token before; a recognizer writes "noise" for a time, a date, a share or an amount. */
  gap: "none" | "space" | "pause" | "noise" | "break";
  /** Whether it begins a sentence, a part of one after a comma, or a line. */
  isStart: boolean;
  /** Whether it may be a part of a dictated number. */
  isNumber: boolean;
}

// A recognizer that joins a card and its expiry date writes a number longer than any card.
const longestPlain = 16;

// Invisible characters are allowed between digits; otherwise they would hide a number.
const spaceGap = /^[\s\u00ad\u200b-\u200d\u2060\ufeff\-‐-―]{1,6}$/u;
const pauseGap = /^[\s\u00ad\u200b-\u200d\u2060\ufeff\-‐-―.,;·_*…]{1,8}$/u;
const noiseLength = 12;
/** A plus begins a telephone number, and a bracket the label of a masked number. */
const breakGap = /[[\]]|\+$/u;
/** A plus directly between groups, and brackets round them: "4970+1012", "[4970][1012]". */
const groupGap = /^(?:\+|[\])}] ?[[({])$/u;
const startGap = /[.,;!?…\n]/u;

function gapOf(between: string): Token["gap"] {
  if (between === "") return "none";
  if (spaceGap.test(between)) return "space";
  if (pauseGap.test(between) || groupGap.test(between)) return "pause";
  return between.length <= noiseLength && !breakGap.test(between) ? "noise" : "break";
}

/** The plain forms of the words that were read last, of which most are read often. */
const plainForms = new Map<string, string>();
const plainFormsMax = 5000;

function plain(written: string): string {
  let word = plainForms.get(written);
  if (word === undefined) {
    if (plainForms.size >= plainFormsMax) plainForms.clear();
    word = fold(written);
    plainForms.set(written, word);
  }
  return word;
}

/** Figures of any script, and those that are raised, lowered or framed, as those of ASCII, without marks. */
const asciiDigits = (figures: string) =>
  /^[0-9]+$/u.test(figures) ? figures : readDigits(figures.normalize("NFKC")).replace(/\D/gu, "");
/** Figures, with marks that frame or accent them, and words. */
const writings =
  /(?:[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792]\p{M}*)+|[\p{L}\p{M}]+/gu;

/** A word in lowercase without accents, as the vocabularies have it. */
export const plainWords = (text: string): string[] =>
  Array.from(text.matchAll(writings), ([word]) => plain(word));

/** Appends the tokens of a text, whose first character has the position `offset`, in one pass. */
export function tokenize(text: string, tokens: Token[] = [], offset = 0): Token[] {
  let before = 0;
  const first = tokens.length;
  for (const match of text.matchAll(writings)) {
    const [written] = match;
    const at = match.index;
    const start = offset + at;
    const isFirst = tokens.length === first;
    // A line that begins with a word or a figure continues the line before it.
    const leading = text.slice(before, Math.min(at, before + noiseLength + 1));
    const between = isFirst && offset > 0 ? `\n${leading}` : leading;
    const isUsual = between === " ";
    const gap = tokens.length === 0 ? "break" : isUsual ? "space" : gapOf(between);
    const isStart = tokens.length === 0 || (!isUsual && gap !== "none" && startGap.test(between));
    before = at + written.length;
    const end = offset + before;
    const code = written.charCodeAt(0);
    const isDigits = code < 58 || (code > 127 && /^\p{N}/u.test(written));
    const word = isDigits ? asciiDigits(written) : plain(written);
    const isInner = false;
    if (!isDigits || word.length !== written.length || word.length <= longestPlain) {
      const isJoined = !isDigits && between === "-" && /\p{L}/u.test(text.charAt(at - 2));
      const isNumber = isDigits || isNumberWord(word);
      tokens.push({ start, end, word, isDigits, numberEnd: end, isInner, isJoined, gap, isStart, isNumber });
      if (!isDigits && tokens.length > 1) correctBefore(tokens);
      continue;
    }
    for (let index = 0; index < word.length; index += 1) {
      tokens.push({
        start: start + index,
        end: start + index + 1,
        word: word.charAt(index),
        isDigits,
        numberEnd: end,
        isInner: index > 0,
        isJoined: false,
        gap: index > 0 ? "none" : gap,
        isStart: index === 0 && isStart,
        isNumber: true,
      });
    }
  }
  return tokens;
}

/** Number words that the next word makes no number: "une seconde", "pour cent". */
function correctBefore(tokens: Token[]): void {
  const token = tokens[tokens.length - 1] as Token;
  const last = tokens[tokens.length - 2];
  if (token.word === "cent" && last?.word === "pour") {
    token.word = "pourcent";
    token.isNumber = false;
    last.word = "x";
  }
  if (!last?.isNumber || token.isNumber || token.gap !== "space" || !countedNouns.has(token.word)) return;
  const isCounted = /^une?$/u.test(last.word) || last.isStart || tokens[tokens.length - 3]?.isNumber !== true;
  if (isCounted) Object.assign(last, { isNumber: false, isDigits: false });
}
