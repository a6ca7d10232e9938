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
/** Of a telephone number in its country, and as it is dialled from abroad with a zero in parentheses. */
const phoneDigits = { least: 7, most: 18 };
/** The digits, and what may be between them. */
const phoneCharactersMax = 7 * phoneDigits.most;
/** Spelling a number takes up to 0.2 ms: of a text with more of them, the others are found as they are written. */
const spelledMax = 200;

interface Run {
  /** Folded. */
  run: string;
  phones: string[];
  from: number;
  to: number;
}

/** The runs of digits of a text that are no amounts. */
function runsOf(text: string, numbers: readonly FoundNumber[]): Run[] {
  const spell = createSpelling(spelledMax);
  return Array.from(text.matchAll(groups), ({ 0: written, index: from }) => {
    return { run: fold(written), from, to: from + written.length };
  })
    .filter(({ run }) => digitsOf(run).length >= digitsMin)
    .map((found): Run => ({ ...found, phones: phonesIn(found.run, spell) }))
    .filter(
      ({ phones, from, to }) =>
        phones.length > 0 || !numbers.some((number) => number.start < to && number.end > from),
    );
}

const digitsOf = (run: string) => run.replace(/\D/gu, "");

/** Spells so many numbers, and no further ones. */
function createSpelling(left: number): (digits: string) => string[] {
  let more = left;
  return (digits) => (more-- > 0 ? phoneSpellings(digits) : []);
}

/** The spellings of the telephone numbers that a run is or ends in, as "75011 06 12 34 56 78". */
function phonesIn(run: string, spell: (digits: string) => string[]): string[] {
  // A longer run may end in a number, but is none.
  const tail = run.slice(-phoneCharactersMax);
  const ends = Array.from(tail.matchAll(/(?<=\D)0\d/gu), ({ index }) => tail.slice(index));
  const phones = [...(tail === run ? [run] : []), ...ends]
    .filter((one) => isLikePhone(digitsOf(one).length))
    .map(spell)
    // What no plan has is spelled in one way.
    .filter((spellings) => spellings.length > 1);
  return [...(/^[+0]/u.test(run) ? [digitsOf(run).replace(/^00/u, "")] : []), ...phones.flat()];
}

const isLikePhone = (digits: number) => digits >= phoneDigits.least && digits <= phoneDigits.most;

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
