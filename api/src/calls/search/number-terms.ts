import { type FoundNumber, readNumber } from "@souffleur/contracts/numbers";
import type { PlacedStem } from "../../suggestions/matching/french-stem.ts";

/** Words of numbers, by their value where they stand alone. */
const ownValues = new Map<string, string | undefined>();

/**
 * The numbers of a text by their value, so that they are found however they are said or written: "12 000 €" and "douze mille
 * euros" are `12000`. Articles and ordinals are left to the words. A word that the reader takes for no number, as in "vingt
 * trente", stands for itself.
 */
export function numberTerms(text: string, numbers: readonly FoundNumber[]): PlacedStem[] {
  const terms = numbers.flatMap(({ value, kind, start, end }) => {
    const isArticle = value === 1 && !/\d/u.test(text.slice(start, end));
    return kind === "ordinal" || isArticle ? [] : [{ stem: String(value), from: start, to: end }];
  });
  let at = 0;
  for (const { 0: word, index: from } of text.matchAll(/\p{L}+/gu)) {
    while ((numbers[at]?.end ?? Number.POSITIVE_INFINITY) <= from) at += 1;
    const value = (numbers[at]?.start ?? from + 1) <= from ? undefined : ownValue(word);
    if (value !== undefined) terms.push({ stem: value, from, to: from + word.length });
  }
  return terms;
}

/** More spellings than the words of French numbers have, with and without accents and capital letters. */
const spellingsKnown = 10_000;

function ownValue(word: string): string | undefined {
  if (!ownValues.has(word)) {
    const number = readNumber(word);
    const isCount = number?.kind === "cardinal" && number.value !== 1;
    if (ownValues.size >= spellingsKnown) ownValues.clear();
    ownValues.set(word, isCount ? String(number.value) : undefined);
  }
  return ownValues.get(word);
}
