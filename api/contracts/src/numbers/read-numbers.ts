import { fold } from "../fold.ts";
import { type NumberWord, numberWord } from "./number-words.ts";
import { asPrice, type FoundNumber, withCents } from "./prices.ts";
import { type Part, readParts, type SpokenNumber } from "./spoken-number.ts";
import { leadBefore, powerAfter, unitAfter } from "./units.ts";
import { chunkPattern, parseWritten, shift } from "./written-number.ts";

export { numberWord, repeated } from "./number-words.ts";
export type { FoundNumber };

interface Token {
  start: number;
  end: number;
  /** Figures as they are, words in lowercase and without accents. */
  word: string;
  part: Part | undefined;
}

const tokenPattern = new RegExp(`${chunkPattern}|[\\p{L}\\p{M}]+`, "gu");
const joint = /^(?:[\p{Zs}\t\u00ad\u200b-\u200d\u2060]{1,3}|[\u00ad\u2060]?[-‐-―−][\u00ad\u2060]?)$/u;
const dash = /[-‐-―−]/u;
const letterOrDigit = /[\p{L}\p{M}\p{N}_]/u;

const joining: ReadonlyMap<string, "and" | "point" | "half"> = new Map([
  ["et", "and"],
  ["virgule", "point"],
  ["point", "point"],
  ["demi", "half"],
  ["demie", "half"],
]);

function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(tokenPattern), ({ 0: found, index: start }) => {
    const end = start + found.length;
    if (/^\p{Nd}/u.test(found)) {
      const part: Part = { kind: "figures", text: found, read: parseWritten(found) };
      return { start, end, word: found, part };
    }
    const word = fold(found);
    const meaning = numberWord(word);
    const joins = joining.get(word);
    return {
      start,
      end,
      word,
      part: meaning ? { ...meaning, text: word } : joins && { kind: joins, text: word },
    };
  });
}

const begins = (part: Part | undefined): part is Part & { kind: NumberWord["kind"] | "figures" } =>
  part !== undefined && part.kind !== "and" && part.kind !== "point" && part.kind !== "half";

const sizes = new Set(["petit", "petite", "bonne", "grosse", "grande", "belle"]);

/** Whether a token continues the number before it, with one space or hyphen between them ("12mille" has none). */
function isJoined(text: string, tokens: readonly Token[], at: number): boolean {
  const [left, right] = [tokens[at - 1], tokens[at]];
  if (!left || !right) return false;
  const between = text.slice(left.end, right.start);
  return joint.test(between) || (between === "" && left.part?.kind === "figures");
}

/** The token that continues a run which began at `from` and has come to `at`; words between the two belong to it. */
function nextOfRun(text: string, tokens: readonly Token[], from: number, at: number): number | undefined {
  const last = tokens[at]?.part;
  const [one, two] = [tokens[at + 1], tokens[at + 2]];
  if (!last || !one || !isJoined(text, tokens, at + 1)) return undefined;
  if (begins(one.part)) return one.part.kind === "alone" || last.kind === "alone" ? undefined : at + 1;
  const isOne = at === from && last.kind === "unit" && last.value === 1;
  if (one.part?.kind === "half") return isOne ? at + 1 : undefined;
  if (!two?.part || !isJoined(text, tokens, at + 2)) return undefined;
  if (one.part?.kind === "point") return begins(two.part) ? at + 2 : undefined;
  if (one.part?.kind === "and") {
    if (two.part.kind === "half") return at + 2;
    const more = two.part.kind === "unit" || two.part.kind === "teen" ? two.part.value : 0;
    const isOneMore = more === 1 && ["ten", "hundred", "thousand"].includes(last.kind);
    return isOneMore || (more === 11 && last.kind === "ten") ? at + 2 : undefined;
  }
  if (isOne && sizes.has(one.word)) return two.part.kind === "about" ? at + 2 : undefined;
  const isMultiplied = one.word === "de" && last.kind === "about";
  return isMultiplied && (two.part.kind === "about" || two.part.kind === "large") ? at + 2 : undefined;
}

/** The end of the tokens that are said as one number, whether they make one or not. */
function endOfRun(text: string, tokens: readonly Token[], from: number): number {
  let last = from;
  for (let at: number | undefined = from; at !== undefined; at = nextOfRun(text, tokens, from, last))
    last = at;
  return last + 1;
}

const ordinalEnding = /^(?:ers?|[eè]res?|res?|[eè]mes?|i[eè]mes?|es?|nde?s?)$/u;

interface Reach extends SpokenNumber {
  start: number;
  end: number;
}

/** The number of a run with what is written against it: a sign, the ending of an ordinal, an abbreviated power of ten. */
function readRun(text: string, run: readonly Token[], next: Token | undefined): Reach | undefined {
  const [head] = run;
  const last = run.at(-1);
  const number = readParts(run.flatMap(({ part }) => part ?? []));
  if (!head || !last || !number) return undefined;
  const reach = { ...number, start: head.start, end: last.end };
  if (head.part?.kind !== "figures") return reach;
  if (run.length === 1 && next?.start === last.end && ordinalEnding.test(next.word)) {
    const isWhole = number.decimals === 0 && number.value > 0;
    return isWhole ? { ...reach, kind: "ordinal", end: next.end } : undefined;
  }
  const power = powerAfter(text, last.end);
  if (!power) return reach;
  return { ...reach, ...shift(number, power.meaning), end: last.end + power.length };
}

/** Whether a number is cut out of something longer: an identifier, a compound, a reference. */
function isCut(text: string, start: number, end: number): boolean {
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  if (letterOrDigit.test(before) || letterOrDigit.test(after)) return true;
  if (dash.test(before) && letterOrDigit.test(text.charAt(start - 2))) return true;
  if (dash.test(after) && letterOrDigit.test(text.charAt(end + 1))) return true;
  // ".5" and "v..5"; a comma directly after a word lacks its space.
  return /[.,]/u.test(before) && !/\p{L}/u.test(text.charAt(start - 2));
}

interface Step {
  found: FoundNumber | undefined;
  /** The token after those that were read. */
  to: number;
}

/** Reads the number whose first word or figure is a token. */
function numberAt(text: string, tokens: readonly Token[], at: number, from: number): Step {
  const to = endOfRun(text, tokens, at);
  const run = tokens.slice(at, to);
  const reach = readRun(text, run, tokens[to]);
  if (!reach) return { found: undefined, to };
  const isWritten = run[0]?.part?.kind === "figures";
  const lead = isWritten ? leadBefore(text, reach.start, from) : undefined;
  const following = unitAfter(text, reach.end);
  const start = reach.start - (lead?.length ?? 0);
  const end = reach.end + (following?.length ?? 0);
  if (isCut(text, start, end)) return { found: undefined, to };
  const unit = following?.meaning ?? lead?.unit;
  const value = lead?.isNegative ? -reach.value : reach.value;
  return { found: { ...reach, value, start, end, ...(unit && { unit }) }, to };
}

/**
 * The numbers of a French text in order: spoken or written, also mixed ("12 mille 500"), with their units. Each is read whole
 * or not at all, so that no part of a longer number, a date, a time, a telephone number or an identifier is ever a result;
 * numbers that follow each other without a word or a mark between them ("vingt trente") are no number either.
 *
 * "Trois millions deux" is 3,000,002. The word "moins" is no sign, since it most often means "less". `written-number.ts` says
 * how ambiguous thousands are read.
 */
export function readNumbers(text: string): FoundNumber[] {
  const tokens = tokenize(text);
  const numbers: FoundNumber[] = [];
  for (let at = 0, from = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token || token.start < from || !begins(token.part)) {
      at += 1;
      continue;
    }
    const { found, to } = numberAt(text, tokens, at, from);
    at = to;
    if (!found) continue;
    const last = numbers.at(-1);
    const price = last && withCents(text, last, found);
    if (price) numbers[numbers.length - 1] = price;
    else numbers.push(asPrice(text, found));
    from = numbers.at(-1)?.end ?? from;
  }
  return numbers;
}

/** The number that is all of a text ("moins cinq" too); undefined where there is more or less in it. */
export function readNumber(text: string): FoundNumber | undefined {
  const given = text.trim();
  const [, rest = given] = /^moins\p{Zs}+(?=\p{L})(.+)$/iu.exec(given) ?? [];
  const [found] = readNumbers(rest);
  if (found?.start !== 0 || found.end !== rest.length) return undefined;
  return rest === given ? found : { ...found, value: -found.value };
}
