// Dictated digits as recognizers write them: figures, French words, or both.
import { repeated } from "@souffleur/contracts/numbers";
import { isHundred, isThousand, isZero, teenOf, tenOf, unitOf, wordDigits } from "./number-values.ts";
import type { Token } from "./tokens.ts";

/** A possible reading from a token up to (not including) `to`, with its digits. */
export interface Reading {
  to: number;
  digits: string;
}

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
    if (token?.gap !== "space") return [];
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
