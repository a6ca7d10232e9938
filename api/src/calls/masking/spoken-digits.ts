// Dictated digits as recognizers write them: figures, French words, or both.

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
  /** The separation from the token before. */
  gap: "none" | "space" | "pause" | "break";
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

function gapOf(between: string): Token["gap"] {
  if (between === "") return "none";
  if (between === " ") return "space";
  if (spaceGap.test(between)) return "space";
  return pauseGap.test(between) ? "pause" : "break";
}

const plain = (word: string) =>
  /^[a-z]+$/u.test(word) ? word : word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The tokens of a text, in one pass. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (const match of text.matchAll(/\d+|[\p{L}\p{M}]+/gu)) {
    const [word] = match;
    const start = match.index;
    const gap = tokens.length === 0 ? "break" : gapOf(text.slice(before, Math.min(start, before + 9)));
    before = start + word.length;
    const isDigits = word.charCodeAt(0) < 58;
    if (!isDigits || word.length <= longestPlain) {
      tokens.push({
        start,
        end: before,
        word: isDigits ? word : plain(word),
        isDigits,
        numberEnd: before,
        isInner: false,
        isJoined: !isDigits && start > 1 && /\p{L}-/u.test(text.slice(start - 2, start)),
        gap,
      });
      continue;
    }
    for (let at = 0; at < word.length; at += 1) {
      tokens.push({
        start: start + at,
        end: start + at + 1,
        word: word.charAt(at),
        isDigits,
        numberEnd: before,
        isInner: at > 0,
        isJoined: false,
        gap: at === 0 ? gap : "none",
      });
    }
  }
  return tokens;
}

const numbered = (words: string, from: number, step = 1): [string, number][] =>
  words.split(" ").map((word, index) => [word, from + index * step]);

const units = new Map([...numbered("un deux trois quatre cinq six sept huit neuf", 1), ["une", 1] as const]);
const teens = new Map(numbered("dix onze douze treize quatorze quinze seize", 10));
const tens = new Map([
  ...numbered("vingt trente quarante cinquante soixante septante octante nonante", 20, 10),
  ["huitante", 80] as const,
  ["vingts", 20] as const,
]);
const large = new Map([...numbered("cent cents", 100, 0), ["mille", 1000] as const]);
const zeros = new Set(["zero", "zeros"]);
const repeated = new Map(numbered("double triple", 2));

/** Words that people say between the groups of a number. */
export const fillers: ReadonlySet<string> = new Set(
  "euh heu hum hein ben bah alors donc puis ensuite apres et oui voila espace tiret point virgule cle".split(
    " ",
  ),
);

/** The maximum number of digits of a token; 0 where it is not a number. */
export function digitsAtMost({ word, isDigits }: Token): number {
  if (isDigits) return word.length;
  if (units.has(word) || zeros.has(word)) return 1;
  if (repeated.has(word)) return 2;
  if (teens.has(word) || tens.has(word)) return 2;
  return large.has(word) ? String(large.get(word)).length : 0;
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
    return token && !token.isDigits && token.gap === "space" ? token.word : "";
  }

  private upTo19(index: number, word: string): Value[] {
    const unit = units.get(word);
    if (unit !== undefined) return [{ to: index + 1, value: unit }];
    const teen = teens.get(word);
    if (teen === undefined) return [];
    const more = teen === 10 ? (units.get(this.next(index + 1)) ?? 0) : 0;
    const alone = { to: index + 1, value: teen };
    return more >= 7 ? [{ to: index + 2, value: 10 + more }, alone] : [alone];
  }

  // 60 and 80 continue up to 79 and 99; "et" precedes "un" and "onze".
  private fromTens(to: number, value: number): Value[] {
    const after = this.next(to) === "et" ? to + 1 : to;
    const most = value === 60 || value === 80 ? 19 : 9;
    const more = this.upTo19(after, this.next(after)).filter((rest) => rest.value <= most);
    return [...more.map((rest) => ({ to: rest.to, value: value + rest.value })), { to, value }];
  }

  private below100(index: number, word: string): Value[] {
    const ten = tens.get(word);
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
    if (large.get(word) === 100)
      return this.onTop(index + 1, 100, this.below100(index + 1, this.next(index + 1)));
    const factor = units.get(word) ?? 0;
    if (factor < 2 || large.get(this.next(index + 1)) !== 100) return this.below100(index, word);
    const hundreds = this.onTop(index + 2, factor * 100, this.below100(index + 2, this.next(index + 2)));
    return [...hundreds, ...this.below100(index, word)];
  }

  private below10000(index: number, word: string): Value[] {
    if (word === "mille") return this.onTop(index + 1, 1000, this.below1000(index + 1, this.next(index + 1)));
    const factor = units.get(word) ?? 0;
    if (factor < 2 || this.next(index + 1) !== "mille") return this.below1000(index, word);
    const thousands = this.onTop(index + 2, factor * 1000, this.below1000(index + 2, this.next(index + 2)));
    return [...thousands, ...this.below1000(index, word)];
  }

  read(index: number): Reading[] {
    const word = this.tokens[index]?.word ?? "";
    if (zeros.has(word)) return [{ to: index + 1, digits: "0" }];
    const times = repeated.get(word);
    if (times !== undefined) {
      const digit = zeros.has(this.next(index + 1)) ? 0 : units.get(this.next(index + 1));
      return digit === undefined ? [] : [{ to: index + 2, digits: String(digit).repeat(times) }];
    }
    return this.below10000(index, word).map(({ to, value }) => ({ to, digits: String(value) }));
  }
}

/** Reads the digits at a token in all possible ways, the longest phrase first. */
export function digitReader(tokens: readonly Token[]): (index: number) => readonly Reading[] {
  const words = new NumberWords(tokens);
  const known = new Map<number, readonly Reading[]>();
  return (index) => {
    const token = tokens[index];
    if (!token) return [];
    if (token.isDigits) return [{ to: index + 1, digits: token.word }];
    let readings = known.get(index);
    if (!readings) {
      readings = words.read(index);
      known.set(index, readings);
    }
    return readings;
  };
}
