import fc from "fast-check";
import { stem, wordsOf } from "./french-stem.ts";
import { findPhrases, nodeFor, type PhraseNode } from "./phrase-trie.ts";

/** Phrases by their text, each with its keys. */
function trieOf(phrases: readonly string[]): PhraseNode<string> {
  const root: PhraseNode<string> = { values: [] };
  for (const phrase of phrases) nodeFor(root, phrase.split(" ")).values.push(phrase);
  return root;
}

function placesIn(phrases: readonly string[], text: string): string[] {
  const words = wordsOf(text);
  const places: string[] = [];
  findPhrases(trieOf(phrases), { words, stems: words.map(stem) }, ({ values }, from, to) => {
    places.push(...values.map((phrase) => `${phrase} ${from}-${to}`));
  });
  return places.toSorted();
}

/** The same by comparing each phrase with each place. */
function comparedPlaces(phrases: readonly string[], text: string): string[] {
  const words = wordsOf(text);
  const fits = (key: string, word = "") => key === `=${word}` || key === stem(word);
  return phrases
    .flatMap((phrase) => {
      const keys = phrase.split(" ");
      return words.flatMap((_, from) => {
        const to = from + keys.length;
        const occurs = to <= words.length && keys.every((key, at) => fits(key, words[from + at]));
        return occurs ? [`${phrase} ${from}-${to}`] : [];
      });
    })
    .toSorted();
}

describe("findPhrases", () => {
  const vocabulary = ["cher", "chère", "chers", "pas", "prix", "12"];
  const key = fc.constantFrom(...vocabulary).chain((word) => {
    const [plain = ""] = wordsOf(word);
    return fc.constantFrom(stem(plain), `=${plain}`);
  });
  const phrase = fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => keys.join(" "));

  test("finds each phrase at each of its places, as a comparison with all of them does", () => {
    fc.assert(
      fc.property(
        fc.array(phrase, { maxLength: 60 }),
        fc.array(fc.constantFrom(...vocabulary, "non"), { maxLength: 20 }),
        (phrases, said) => {
          expect(placesIn(phrases, said.join(" "))).toEqual(comparedPlaces(phrases, said.join(" ")));
        },
      ),
    );
  });

  test("does as much for 100,000 phrases that begin alike as for ten, and little for every mixture of forms", () => {
    const words = wordsOf("cher ".repeat(400));
    const spoken = { words, stems: words.map(stem) };
    function lookUps(phrases: readonly string[]): number {
      const root = trieOf(phrases);
      const look = jest.spyOn(Map.prototype, "get");
      findPhrases(root, spoken, () => {});
      const { length } = look.mock.calls;
      look.mockRestore();
      return length;
    }
    const alike = (count: number) => Array.from({ length: count }, (_, at) => `cher cher mot${at}`);
    expect(lookUps(alike(100_000))).toBe(lookUps(alike(10)));
    const mixtures = Array.from({ length: 2 ** 13 }, (_, mask) =>
      Array.from({ length: 13 }, (_word, at) => (mask & (1 << at) ? "=cher" : "cher")).join(" "),
    );
    expect(lookUps(mixtures)).toBeLessThan(words.length * 300);
  });

  test("lets a gap stand for up to four words, and none", () => {
    const place = (text: string) => placesIn(["retir … list"], text);
    expect(place("retirer liste")).toEqual(["retir … list 0-2"]);
    expect(place("alors retirez moi de vos listes")).toEqual(["retir … list 1-6"]);
    expect(place("retirez moi un peu de vos listes")).toEqual([]);
    expect(place("retirez moi")).toEqual([]);
  });
});
