// Dictated digits as recognizers write them: figures, French words, or both.
import { numberWord } from "@souffleur/contracts/numbers";
import { countedNouns } from "./digit-words.ts";

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

/** A possible reading from a token up to (not including) `to`, with its digits. */
export interface Reading {
  to: number;
  digits: string;
}

// A recognizer that joins a card and its expiry date writes a number longer than any card.
const longestPlain = 16;

// Invisible characters are allowed between digits; otherwise they would hide a number.
const spaceGap = /^[\s\u00ad\u200b-\u200d\u2060\ufeff\-‐-―]{1,6}$/u;
const pauseGap = /^[\s\u00ad\u200b-\u200d\u2060\ufeff\-‐-―.,;·_*…]{1,8}$/u;
const noiseLength = 12;
/** A plus begins a telephone number, and a bracket the label of a masked number. */
const breakGap = /[[\]]|\+$/u;
const startGap = /[.,;!?…\n]/u;

function gapOf(between: string): Token["gap"] {
  if (between === "") return "none";
  if (between === " ") return "space";
  if (spaceGap.test(between)) return "space";
  if (pauseGap.test(between)) return "pause";
  return between.length <= noiseLength && !breakGap.test(between) ? "noise" : "break";
}

function plain(written: string): string {
  return /^[a-z]+$/u.test(written) ? written : written.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Figures of any script as those of ASCII; each script has its ten figures in order. */
function asciiDigits(figures: string): string {
  if (figures.charCodeAt(0) < 58) return figures;
  return Array.from(figures.normalize("NFKC"), (figure) => {
    const code = figure.codePointAt(0) ?? 0;
    let value = 0;
    while (code > 57 && value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return code > 57 ? String(value) : figure;
  }).join("");
}

/** A word in lowercase without accents, as the vocabularies have it. */
export const plainWords = (text: string): string[] =>
  Array.from(text.matchAll(/\p{Nd}+|[\p{L}\p{M}]+/gu), ([word]) => plain(word));

/** Appends the tokens of a text, whose first character has the position `offset`, in one pass. */
export function tokenize(text: string, tokens: Token[] = [], offset = 0): Token[] {
  let before = 0;
  const first = tokens.length;
  for (const match of text.matchAll(/\p{Nd}+|[\p{L}\p{M}]+/gu)) {
    const [written] = match;
    const at = match.index;
    const start = offset + at;
    const isFirst = tokens.length === first;
    // A line that begins with a word or a figure continues the line before it.
    const leading = text.slice(before, Math.min(at, before + noiseLength + 1));
    const between = isFirst && offset > 0 ? `\n${leading}` : leading;
    const gap = tokens.length === 0 ? "break" : gapOf(between);
    const isStart = tokens.length === 0 || (gap !== "none" && between !== " " && startGap.test(between));
    before = at + written.length;
    const end = offset + before;
    const code = written.charCodeAt(0);
    const isDigits = code < 58 || (code > 255 && /^\p{Nd}/u.test(written));
    const word = isDigits ? asciiDigits(written) : plain(written);
    const isInner = false;
    if (!isDigits || word.length !== written.length || word.length <= longestPlain) {
      const isJoined = !isDigits && between.endsWith("-") && /\p{L}-/u.test(text.slice(at - 2, at));
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
  if (!last?.isNumber || token.gap !== "space" || !countedNouns.has(token.word)) return;
  const isCounted = /^une?$/u.test(last.word) || last.isStart || tokens[tokens.length - 3]?.isNumber !== true;
  if (isCounted) Object.assign(last, { isNumber: false, isDigits: false });
}

type Kind = NonNullable<ReturnType<typeof numberWord>>["kind"];

/** The value of a word of a kind. */
const valuesOf = (kind: Kind) => (word: string) => {
  const found = numberWord(word);
  return found?.kind === kind ? found.value : undefined;
};
const unitOf = valuesOf("unit");
const teenOf = valuesOf("teen");
const tenOf = valuesOf("ten");
const isHundred = (word: string) => valuesOf("hundred")(word) !== undefined;
const isThousand = (word: string) => valuesOf("thousand")(word) !== undefined;
const isZero = (word: string) => word === "zeroes" || valuesOf("zero")(word) !== undefined;

/** Words before a digit that is said once and counts several times. */
const repeated: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
  ["quadruple", 4],
]);

/** The most digits of a word of each kind. */
const digitsOf: Partial<Record<Kind, number>> = {
  zero: 1,
  unit: 1,
  teen: 2,
  ten: 2,
  hundred: 3,
  thousand: 4,
};

function wordDigits(word: string): number {
  const found = numberWord(word);
  if (found) return digitsOf[found.kind] ?? 0;
  return repeated.has(word) ? 2 : Number(word === "zeroes");
}

const isNumberWord = (word: string) => wordDigits(word) > 0;

/** The maximum number of digits of a token; 0 where it is not a number. */
export function digitsAtMost({ word, isDigits, isNumber }: Token): number {
  if (isDigits) return word.length;
  return isNumber ? wordDigits(word) : 0;
}

interface Value {
  to: number;
  value: number;
}

/** Reads French number words below 10,000 in all possible ways, the longest first. */
class NumberWords {
  constructor(private readonly tokens: readonly Token[]) {}

  /** The word at a token that continues the number before it, which a comma or a figure would end. */
  private next(index: number): string {
    const token = this.tokens[index];
    return token?.isNumber === true && !token.isDigits && token.gap === "space" ? token.word : "";
  }

  private upTo19(index: number, word: string): Value[] {
    const unit = unitOf(word);
    if (unit !== undefined) return [{ to: index + 1, value: unit }];
    const teen = teenOf(word);
    if (teen === undefined) return [];
    const more = teen === 10 ? (unitOf(this.next(index + 1)) ?? 0) : 0;
    const alone = { to: index + 1, value: teen };
    return more >= 7 ? [{ to: index + 2, value: 10 + more }, alone] : [alone];
  }

  // 60 and 80 continue up to 79 and 99; "et" precedes "un" and "onze".
  private fromTens(to: number, value: number): Value[] {
    const and = this.tokens[to];
    const after = and?.word === "et" && and.gap === "space" ? to + 1 : to;
    const most = value === 60 || value === 80 ? 19 : 9;
    const more = this.upTo19(after, this.next(after)).filter((rest) => rest.value <= most);
    return [...more.map((rest) => ({ to: rest.to, value: value + rest.value })), { to, value }];
  }

  private below100(index: number, word: string): Value[] {
    const ten = tenOf(word);
    if (ten !== undefined) return this.fromTens(index + 1, ten);
    const small = this.upTo19(index, word);
    const isEighty = word === "quatre" && /^vingts?$/u.test(this.next(index + 1));
    return isEighty ? [...this.fromTens(index + 2, 80), ...small] : small;
  }

  // What may follow "cent" or "mille", and the round number itself.
  private onTop(to: number, base: number, rest: Value[]): Value[] {
    return [...rest.map((more) => ({ to: more.to, value: base + more.value })), { to, value: base }];
  }

  private below1000(index: number, word: string): Value[] {
    if (isHundred(word)) return this.onTop(index + 1, 100, this.below100(index + 1, this.next(index + 1)));
    const factor = unitOf(word) ?? 0;
    if (factor < 2 || !isHundred(this.next(index + 1))) return this.below100(index, word);
    const hundreds = this.onTop(index + 2, factor * 100, this.below100(index + 2, this.next(index + 2)));
    return [...hundreds, ...this.below100(index, word)];
  }

  // Nobody dictates "mille" apart from the number after it.
  private thousand(to: number, base: number): Value[] {
    const all = this.onTop(to, base, this.below1000(to, this.next(to)));
    return all.length > 1 ? all.slice(0, -1) : all;
  }

  private below10000(index: number, word: string): Value[] {
    if (isThousand(word)) return this.thousand(index + 1, 1000);
    const factor = unitOf(word) ?? 0;
    if (factor < 2 || !isThousand(this.next(index + 1))) return this.below1000(index, word);
    return this.thousand(index + 2, factor * 1000);
  }

  /** A digit that is said once and counts several times: "double zéro", "trois fois zéro", "quatre zéros". */
  private repeat(index: number, times: number): Reading[] {
    const token = this.tokens[index];
    if (!token || token.gap !== "space") return [];
    if (token.isDigits)
      return token.word.length > 2 ? [] : [{ to: index + 1, digits: token.word.repeat(times) }];
    if (isZero(token.word)) return [{ to: index + 1, digits: "0".repeat(times) }];
    return this.below100(index, token.word).map(({ to, value }) => ({
      to,
      digits: String(value).repeat(times),
    }));
  }

  /** A digit after its count: "trois fois zéro", "3 x 0", "quatre zéros". */
  counted(index: number, count: number): Reading[] {
    if (count < 2 || count > 6) return [];
    const next = this.tokens[index + 1];
    if (next?.gap !== "space") return [];
    if (isZero(next.word)) return [{ to: index + 2, digits: "0".repeat(count) }];
    if (next.word !== "fois" && next.word !== "x") return [];
    const isArticle = /^(?:le|un|du)$/u.test(this.tokens[index + 2]?.word ?? "");
    return this.repeat(isArticle ? index + 3 : index + 2, count);
  }

  read(index: number): Reading[] {
    const { word = "", isNumber = false } = this.tokens[index] ?? {};
    if (!isNumber) return [];
    if (isZero(word)) return [{ to: index + 1, digits: "0" }];
    const times = repeated.get(word);
    if (times !== undefined) return this.repeat(index + 1, times);
    const plainly = this.below10000(index, word).map(({ to, value }) => ({ to, digits: String(value) }));
    const counted = this.counted(index, unitOf(word) ?? 0);
    // "Quatre zéros" may also be 4, 0.
    const isTimes = counted.length > 0 && !isZero(this.tokens[index + 1]?.word ?? "");
    return isTimes ? [...counted, ...plainly] : [...plainly, ...counted];
  }
}

/** Reads the digits at a token in all possible ways, the longest phrase first. */
export function digitReader(tokens: readonly Token[]): (index: number) => readonly Reading[] {
  const words = new NumberWords(tokens);
  const known = new Map<number, readonly Reading[]>();
  return (index) => {
    const token = tokens[index];
    if (!token) return [];
    const plainly = { to: index + 1, digits: token.word };
    if (token.isDigits && token.word.length > 1) return [plainly];
    let readings = known.get(index);
    if (!readings) {
      readings = token.isDigits ? [...words.counted(index, Number(token.word)), plainly] : words.read(index);
      known.set(index, readings);
    }
    return readings;
  };
}
