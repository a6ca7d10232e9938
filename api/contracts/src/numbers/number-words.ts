/** What a word contributes to a number. */
export type NumberWord = {
  kind: /** "zéro" */
    | "zero"
    /** 1 to 9 */
    | "unit"
    /** 10 to 16 */
    | "teen"
    /** 20 to 90 */
    | "ten"
    | "hundred"
    | "thousand"
    /** "million" and more, of which the value is a power of ten */
    | "large"
    /** "douzaine", "centaine", "millier" */
    | "about"
    /** "quart", "tiers" */
    | "part"
    /** "premier", which joins with no other word */
    | "alone";
  value: number;
  isOrdinal?: true;
};

const words = new Map<string, NumberWord>();

function put(kind: NumberWord["kind"], spellings: string, value: number): void {
  for (const word of spellings.split(" ")) words.set(word, { kind, value });
}

/** A word with its ordinal, whose stem may differ: "neuf", "neuvième". */
function putWithOrdinal(kind: NumberWord["kind"], word: string, value: number): void {
  put(kind, word, value);
  const stem = { cinq: "cinqu", neuf: "neuv" }[word] ?? word.replace(/e$/u, "");
  for (const ordinal of [`${stem}ieme`, `${stem}iemes`]) words.set(ordinal, { kind, value, isOrdinal: true });
}

put("zero", "zero zeros", 0);
put("unit", "une", 1);
for (const [index, word] of "un deux trois quatre cinq six sept huit neuf".split(" ").entries()) {
  putWithOrdinal("unit", word, index + 1);
}
for (const [index, word] of "dix onze douze treize quatorze quinze seize".split(" ").entries()) {
  putWithOrdinal("teen", word, index + 10);
}
const tens = "vingt trente quarante cinquante soixante septante huitante nonante".split(" ");
for (const [index, word] of tens.entries()) {
  putWithOrdinal("ten", word, 10 * (index + 2));
  put("about", word.replace(/e?$/u, "aine"), 10 * (index + 2));
}
putWithOrdinal("ten", "octante", 80);
put("ten", "vingts", 20);
putWithOrdinal("hundred", "cent", 100);
put("hundred", "cents", 100);
putWithOrdinal("thousand", "mille", 1000);
put("thousand", "mil milles", 1000);
for (const [index, word] of "million milliard billion billiard".split(" ").entries()) {
  putWithOrdinal("large", word, 3 * (index + 2));
  put("large", `${word}s`, 3 * (index + 2));
}
put("about", "huitaine", 8);
put("about", "dizaine dizaines", 10);
put("about", "douzaine douzaines", 12);
put("about", "quinzaine quinzaines", 15);
put("about", "centaine centaines", 100);
put("about", "millier milliers", 1000);
for (const word of ["premier", "premiere", "premiers", "premieres"]) {
  words.set(word, { kind: "alone", value: 1, isOrdinal: true });
}
for (const word of ["second", "seconds"]) words.set(word, { kind: "alone", value: 2, isOrdinal: true });
put("part", "quart quarts", 4);
put("part", "tiers", 3);

/** Words before a digit that is said once and counts several times. */
export const repeated: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
  ["quadruple", 4],
]);

/** @param word in lowercase, without accents */
export const numberWord = (word: string): NumberWord | undefined => words.get(word);
