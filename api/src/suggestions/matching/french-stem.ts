import { foldedWords } from "@souffleur/contracts/fold";

// Covers the French inflections of spoken sales talk. The playbook's patterns are stemmed in the same way, so a stem need
// not be a word, only the same for all forms.
const endings =
  "issements issement issions issons issent issez issant eraient erions eraient erais erait erons eront erez erai eras era iraient irait irons iront irez irai ira ations ation ion entes ente ents ences ence ances ance ements ement aient antes ants ante ant ions iez ons ais ait ees ee ent er ez ir is it es as e s i".split(
    " ",
  );
/** By their last letter, the longest first, so that a word is compared with only a few. */
const byLastLetter = new Map<string, string[]>();
for (const ending of [...new Set(endings)].sort((a, b) => b.length - a.length)) {
  const same = byLastLetter.get(ending.slice(-1));
  if (same) same.push(ending);
  else byLastLetter.set(ending.slice(-1), [ending]);
}
// "sûre" and "dates" have short stems; longer endings would eat a short word.
const shortestStem = (ending: string) => (/^e?s?$/u.test(ending) ? 3 : 4);

/** The folded words of a text; apostrophes and every other mark separate words. */
export const wordsOf = foldedWords;

/** The stem of a word of `wordsOf`. */
export function stem(word: string): string {
  const ending = byLastLetter
    .get(word.slice(-1))
    ?.find((one) => word.endsWith(one) && word.length - one.length >= shortestStem(one));
  const base = ending ? word.slice(0, -ending.length) : word;
  // Doubled letters are reduced, doubled digits are not.
  const isDoubled = base.length > 1 && base.at(-1) === base.at(-2) && /[a-z]$/u.test(base);
  return isDoubled ? base.slice(0, -1) : base;
}

/** A word's stem and the word's place in the text, in UTF-16 units, end exclusive. */
export interface PlacedStem {
  stem: string;
  from: number;
  to: number;
}

/** @param known stems of earlier words, since most words are frequent */
export function placedStems(text: string, known: Map<string, readonly string[]>): PlacedStem[] {
  const placed: PlacedStem[] = [];
  for (const { 0: word, index: from } of text.matchAll(
    /[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/gu,
  )) {
    let stems = known.get(word);
    if (stems === undefined) {
      stems = wordsOf(word).map(stem);
      known.set(word, stems);
    }
    for (const one of stems) placed.push({ stem: one, from, to: from + word.length });
  }
  return placed;
}
