import { fold } from "@souffleur/contracts/fold";
import type { FoundNumber } from "@souffleur/contracts/numbers";
import { phoneSpellings } from "../../phone/phone-number.ts";
import type { PlacedStem } from "../../suggestions/matching/french-stem.ts";

const between =
  "[\\p{Z}\\s().（）․．/／\\p{Pd}\\u2212\\u2043\\u02d7·•∙_\\p{Default_Ignorable_Code_Point}]{1,6}";
/** Digits in groups: a telephone number, or the number of an order, a file or a date. */
const groups = new RegExp(`(?<![\\p{L}\\p{N}])[+＋⁺]?\\p{Nd}+(?:${between}\\p{Nd}+)*`, "gu");
/** Fewer digits are found as the words that they are. */
const digitsMin = 4;
/** The most groups of a telephone number, and some. */
const groupsMax = 12;

interface Run {
  /** Folded. */
  run: string;
  phones: string[];
  from: number;
  to: number;
}

/** The runs of digits of a text that are no amounts. */
function runsOf(text: string, numbers: readonly FoundNumber[]): Run[] {
  return Array.from(text.matchAll(groups), ({ 0: written, index: from }): Run => {
    const run = fold(written);
    return { run, phones: phonesIn(run), from, to: from + written.length };
  }).filter(
    ({ run, phones, from, to }) =>
      digitsOf(run).length >= digitsMin &&
      (phones.length > 0 || !numbers.some((number) => number.start < to && number.end > from)),
  );
}

const digitsOf = (run: string) => run.replace(/\D/gu, "");

/** The spellings of the telephone numbers that a run is or ends in, as "75011 06 12 34 56 78". */
function phonesIn(run: string): string[] {
  const starts = [0, ...Array.from(run.matchAll(/(?<=\D)0\d/gu), ({ index }) => index)];
  const phones = starts.slice(0, groupsMax).map((start) => phoneSpellings(run.slice(start)));
  // What no plan has is spelled in one way.
  return phones.filter((spellings, at) => spellings.length > 1 || (at === 0 && /^[+0]/u.test(run))).flat();
}

/**
 * The digits of a text without what is between them, so that they are found however they are grouped: of each run, and of
 * its neighbouring groups, also as a telephone number is dialled in and outside of its country.
 */
export function digitTerms(text: string, numbers: readonly FoundNumber[]): PlacedStem[] {
  return runsOf(text, numbers).flatMap(({ run, phones, from, to }) => {
    const parts = run.match(/\d+/gu) ?? [];
    const joined = parts
      .slice(0, groupsMax)
      .flatMap((_, first, all) =>
        all.slice(first).map((__, more) => all.slice(first, first + more + 1).join("")),
      );
    const stems = new Set([...joined.filter((one) => one.length >= digitsMin), ...phones]);
    return [...stems].map((stem) => ({ stem, from, to }));
  });
}

/** The digits that a search text has, each run as one term. */
export function searchedDigits(text: string, numbers: readonly FoundNumber[]): PlacedStem[] {
  return runsOf(text, numbers).map(({ run, from, to }) => ({ stem: searchedAs(run), from, to }));
}

/** A number with a country code is stored with it; any other one as it was said. */
function searchedAs(run: string): string {
  const digits = digitsOf(run);
  const [withCode = digits] = /^(?:\+|00)/u.test(run) ? phoneSpellings(run) : [];
  return withCode;
}
