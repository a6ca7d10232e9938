import type { NumberWord } from "./number-words.ts";
import { type Decimal, shift } from "./written-number.ts";

/** A part of a spoken number: a word, figures, or one of the words that join them. */
export type Part =
  | (NumberWord & { text: string })
  | { kind: "figures"; text: string; read: Decimal | undefined }
  | { kind: "and" | "point" | "half"; text: string };

export interface SpokenNumber extends Decimal {
  kind: "cardinal" | "ordinal" | "approximate" | "fraction";
}

interface Reading {
  to: number;
  value: number;
}

const isOneOf = (part: Part | undefined, ...kinds: Part["kind"][]): boolean =>
  part !== undefined && kinds.includes(part.kind);

/** Reads the parts of one number by the rules of French numerals; what they don't allow has no value. */
class SpokenParts {
  constructor(private readonly parts: readonly Part[]) {}

  private valueOf(at: number, ...kinds: Part["kind"][]): number | undefined {
    const part = this.parts[at];
    return part && "value" in part && kinds.includes(part.kind) ? part.value : undefined;
  }

  /** Whole figures below a limit, which take the place of words ("12 mille 500"). */
  private figures(at: number, limit: number): Reading | undefined {
    const part = this.parts[at];
    const read = part?.kind === "figures" ? part.read : undefined;
    return read && read.decimals === 0 && read.value < limit ? { to: at + 1, value: read.value } : undefined;
  }

  /** 1 to 19. */
  private small(at: number): Reading | undefined {
    const unit = this.valueOf(at, "unit");
    if (unit !== undefined) return { to: at + 1, value: unit };
    const teen = this.valueOf(at, "teen");
    if (teen === undefined) return undefined;
    const more = teen === 10 ? (this.valueOf(at + 1, "unit") ?? 0) : 0;
    return more >= 7 ? { to: at + 2, value: 10 + more } : { to: at + 1, value: teen };
  }

  /** What follows a ten: "et" stands before "un" and "onze" alone. */
  private onTen(to: number, ten: number): Reading {
    const isJoined = isOneOf(this.parts[to], "and");
    const rest = this.small(isJoined ? to + 1 : to);
    const most = ten === 60 || ten === 80 ? 19 : 9;
    if (!rest || rest.value > most || (isJoined && rest.value % 10 !== 1)) return { to, value: ten };
    return { to: rest.to, value: ten + rest.value };
  }

  private below100(at: number): Reading | undefined {
    const isEighty = this.valueOf(at, "unit") === 4 && this.valueOf(at + 1, "ten") === 20;
    if (isEighty) return this.onTen(at + 2, 80);
    const ten = this.valueOf(at, "ten");
    if (ten !== undefined) return this.onTen(at + 1, ten);
    return this.small(at) ?? this.figures(at, 100);
  }

  /** What follows "cent" or "mille"; of "mille et un", too. */
  private onTop(base: number, to: number, rest: Reading | undefined): Reading {
    if (rest) return { to: rest.to, value: base + rest.value };
    const isOneMore = isOneOf(this.parts[to], "and") && this.valueOf(to + 1, "unit") === 1;
    return isOneMore ? { to: to + 2, value: base + 1 } : { to, value: base };
  }

  private below1000(at: number): Reading | undefined {
    if (isOneOf(this.parts[at], "hundred")) return this.onTop(100, at + 1, this.below100(at + 1));
    const factor = this.below100(at);
    // "douze cents" is said up to "dix-neuf cents".
    const isFactor = factor && factor.value > 1 && factor.value < 20 && factor.value !== 10;
    if (isFactor && isOneOf(this.parts[factor.to], "hundred"))
      return this.onTop(100 * factor.value, factor.to + 1, this.below100(factor.to + 1));
    return factor ?? this.figures(at, 1000);
  }

  private belowMillion(at: number): Reading | undefined {
    if (isOneOf(this.parts[at], "thousand")) return this.onTop(1000, at + 1, this.below1000(at + 1));
    const factor = this.below1000(at);
    if (factor && factor.value > 1 && isOneOf(this.parts[factor.to], "thousand"))
      return this.onTop(1000 * factor.value, factor.to + 1, this.below1000(factor.to + 1));
    return factor ?? this.figures(at, Number.POSITIVE_INFINITY);
  }

  /** A whole number: "trois milliards deux cent mille". */
  whole(from: number): Reading | undefined {
    if (isOneOf(this.parts[from], "zero")) return { to: from + 1, value: 0 };
    let read: Reading | undefined;
    let last = Number.POSITIVE_INFINITY;
    for (let at = from; ; ) {
      const part = this.belowMillion(at);
      if (!part) return read;
      const power = this.valueOf(part.to, "large");
      if (power === undefined) return { to: part.to, value: (read?.value ?? 0) + part.value };
      if (power >= last) return read;
      last = power;
      at = part.to + 1;
      read = { to: at, value: (read?.value ?? 0) + part.value * 10 ** power };
    }
  }

  /** The digits after "virgule": zeros and a number, or digit by digit, and the place after them. */
  private fraction(from: number): { to: number; digits: string } | undefined {
    let at = from;
    while (isOneOf(this.parts[at], "zero")) at += 1;
    const zeros = "0".repeat(at - from);
    const part = this.parts[at];
    if (part?.kind === "figures")
      return /^\d+$/u.test(part.text) ? { to: at + 1, digits: zeros + part.text } : undefined;
    const digits = this.parts.slice(at).map((_, index) => this.valueOf(at + index, "unit", "zero") ?? "-");
    const [alone] = /^\d{2,}/u.exec(digits.join("")) ?? [];
    if (alone !== undefined) return { to: at + alone.length, digits: zeros + alone };
    const rest = this.whole(at);
    if (!rest) return at > from ? { to: at, digits: zeros } : undefined;
    const last = this.parts[rest.to - 1];
    // In "deux virgule cinq mille", the thousands are counted: no library spells decimals that end in zeros.
    const power = last?.kind === "thousand" ? 3 : last?.kind === "large" ? last.value : 0;
    const to = power > 0 ? rest.to - 1 : rest.to;
    return to > at ? { to, digits: zeros + String(rest.value / 10 ** power) } : undefined;
  }

  /** The power of ten after a decimal: "1,5 million". */
  private scale(at: number): number {
    if (isOneOf(this.parts[at], "thousand")) return 3;
    return this.valueOf(at, "large") ?? 0;
  }

  private decimal(): (Decimal & { to: number }) | undefined {
    const first = this.parts[0];
    let read: (Decimal & { to: number }) | undefined;
    if (first?.kind === "figures" && first.read && first.read.decimals > 0) read = { ...first.read, to: 1 };
    const integer = read ? undefined : this.whole(0);
    if (integer && isOneOf(this.parts[integer.to], "point")) {
      const fraction = this.fraction(integer.to + 1);
      if (!fraction || Number.isInteger(integer.value) === false) return undefined;
      const value = Number(`${integer.value}.${fraction.digits}`);
      read = { value, decimals: fraction.digits.length, to: fraction.to };
    }
    if (!read) return integer && { ...integer, decimals: 0 };
    const power = this.scale(read.to);
    return power === 0 ? read : { ...shift(read, power), to: read.to + 1 };
  }

  /** "une douzaine", "deux centaines de milliers", "un demi-million". */
  private approximate(): SpokenNumber | undefined {
    const isHalf = isOneOf(this.parts[1], "half") && this.valueOf(0, "unit") === 1;
    const factor = isHalf ? { to: 2, value: 0.5 } : this.whole(0);
    if (!factor) return undefined;
    let value = factor.value;
    let at = factor.to;
    for (; at < this.parts.length; at += 1) {
      const about = this.valueOf(at, "about");
      const large = isHalf || at > factor.to ? this.scale(at) : 0;
      if (about === undefined && large === 0) return undefined;
      value *= about ?? 10 ** large;
    }
    return { value, decimals: value % 1 === 0 ? 0 : 1, kind: isHalf ? "cardinal" : "approximate" };
  }

  /** The number, if all parts are of it. */
  read(): SpokenNumber | undefined {
    const { parts } = this;
    const alone = parts.length === 1 ? this.valueOf(0, "alone") : undefined;
    if (alone !== undefined) return { value: alone, decimals: 0, kind: "ordinal" };
    const ordinals = parts.filter((part) => "isOrdinal" in part);
    if (ordinals.length > 0 && (ordinals.length > 1 || ordinals[0] !== parts.at(-1))) return undefined;
    const read = this.decimal();
    const rest = read ? parts.slice(read.to) : [];
    if (!read || (rest.length > 0 && !isOneOf(rest[0], "and", "part"))) return this.approximate();
    const { value, decimals } = read;
    if (rest.length === 0) return { value, decimals, kind: ordinals.length > 0 ? "ordinal" : "cardinal" };
    const share = rest.length === 1 ? this.valueOf(read.to, "part") : undefined;
    if (share !== undefined) return { value: value / share, decimals: 2, kind: "fraction" };
    if (rest.length !== 2 || !isOneOf(rest[1], "half")) return undefined;
    // "un million et demi" is half a million more.
    const power = this.scale(read.to - 1);
    const half = shift({ value: 0.5, decimals: 1 }, power);
    return { value: value + half.value, decimals: Math.max(decimals, half.decimals), kind: "cardinal" };
  }
}

/** The number that parts in sequence make together; undefined where no number has all of them. */
export function readParts(parts: readonly Part[]): SpokenNumber | undefined {
  const read = new SpokenParts(parts).read();
  return read && read.value <= Number.MAX_SAFE_INTEGER ? read : undefined;
}
