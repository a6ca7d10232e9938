import { readNumbers } from "@souffleur/contracts/numbers";
import { phoneSpellings } from "../../phone/phone-number.ts";
import type { PlacedStem } from "../../suggestions/french-stem.ts";

/** Digits in groups: a telephone number, or the number of an order, a file or a date. */
const groups = /(?<![\p{L}\p{N}])\+?\p{Nd}+(?:[\p{Z}\s().\p{Pd}/\u00ad\u2060\u200b-\u200f]{1,4}\p{Nd}+)*/gu;
/** Fewer digits are found as the words that they are. */
const digitsMin = 4;
/** The most groups of a telephone number, and some. */
const groupsMax = 12;

/** The runs of digits of a text that are no amounts. */
function runsOf(text: string): { run: string; from: number; to: number }[] {
  const numbers = readNumbers(text);
  return Array.from(text.matchAll(groups), ({ 0: run, index: from }) => ({
    run,
    from,
    to: from + run.length,
  }))
    .filter(
      ({ run, from, to }) =>
        /^[+0]/u.test(run) || !numbers.some((number) => number.start < to && number.end > from),
    )
    .filter(({ run }) => digitsOf(run).length >= digitsMin);
}

const digitsOf = (run: string) => run.normalize("NFKC").replace(/\D/gu, "");

/**
 * The digits of a text without what is between them, so that they are found however they are grouped: of each run, and of
 * its neighbouring groups, also as a telephone number is dialled in and outside of its country.
 */
export function digitTerms(text: string): PlacedStem[] {
  return runsOf(text).flatMap(({ run, from, to }) => {
    const parts = run.normalize("NFKC").match(/\d+/gu) ?? [];
    const joined = parts
      .slice(0, groupsMax)
      .flatMap((_, first, all) =>
        all.slice(first).map((__, more) => all.slice(first, first + more + 1).join("")),
      );
    const stems = new Set([...joined.filter((one) => one.length >= digitsMin), ...phoneSpellings(run)]);
    return [...stems].map((stem) => ({ stem, from, to }));
  });
}

/** The digits that a search text has, each run as one term. */
export function searchedDigits(text: string): PlacedStem[] {
  return runsOf(text).map(({ run, from, to }) => ({ stem: searchedAs(run), from, to }));
}

/** A number with a country code is stored with it; any other one as it was said. */
function searchedAs(run: string): string {
  const digits = digitsOf(run);
  const [withCode = digits] = /^(?:\+|00)/u.test(run.normalize("NFKC")) ? phoneSpellings(run) : [];
  return withCode;
}
