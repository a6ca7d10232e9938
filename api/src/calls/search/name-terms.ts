import { fold, foldedWords } from "@souffleur/contracts/fold";
import { type PlacedStem, stem } from "../../suggestions/matching/french-stem.ts";

/**
 * The words of a name that apostrophes and hyphens join, without them: "O’Brien-Lee" is also found as "obrien" and
 * "obrienlee". What is said is not read in this way, because every elision of it would be another word.
 */
export function nameTerms(name: string): PlacedStem[] {
  return Array.from(name.matchAll(/[^\p{Z}\s]+/gu), ({ 0: written, index: from }) => {
    const folded = fold(written);
    const apart = foldedWords(folded);
    const joined = [/'/g, /['-]/g].flatMap((marks) => foldedWords(folded.replace(marks, "")));
    return [...new Set(joined)]
      .filter((word) => !apart.includes(word))
      .map((word) => ({ stem: stem(word), from, to: from + written.length }));
  }).flat();
}
