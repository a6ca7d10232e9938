// The countries that have IBANs, as people call them.
import { fold } from "@souffleur/contracts/fold";
import { ibanLengths } from "./secret-numbers.ts";

const names = new Intl.DisplayNames("fr", { type: "region" });
const wordsOf = (name: string) => fold(name).match(/[a-z]+/gu) ?? [];

/** Other names and the adjectives of those that are called often, the latter up to their endings. */
const others: Readonly<Record<string, string>> = {
  BE: "belge",
  DE: "allemand deutschland",
  ES: "espagnol espana",
  IT: "italien italia",
  CH: "suisse helvetique",
  LU: "luxembourgeois",
  PT: "portugais",
  NL: "neerlandais hollandais hollande",
  GB: "britannique anglais angleterre",
  IE: "irlandais",
  AT: "autrichien",
  PL: "polonais",
  MC: "monegasque",
  AD: "andorran",
  SE: "suedois",
  NO: "norvegien",
  DK: "danois",
  FI: "finlandais",
  GR: "grec grecque",
  CZ: "tcheque",
  HU: "hongrois",
  RO: "roumain",
  BG: "bulgare",
  HR: "croate",
  SI: "slovene",
  SK: "slovaque",
  LT: "lituanien lituan",
  LV: "letton",
  EE: "estonien",
  MT: "maltais",
  CY: "chypriote",
  MA: "marocain",
  TN: "tunisien",
  DZ: "algerien",
  SN: "senegalais",
  CI: "ivoirien",
  TR: "turc turque",
  MU: "mauricien",
  LB: "libanais",
  FR: "francais",
};
const endings = ["", "e", "s", "es", "ne", "nes", "te", "tes"];

/** By the first word: all words of a name, and its code. */
const byWord = new Map<string, { words: readonly string[]; code: string }[]>();
function add(code: string, words: readonly string[]): void {
  const [first] = words;
  if (first !== undefined) byWord.set(first, [...(byWord.get(first) ?? []), { words, code }]);
}
for (const code of ibanLengths.keys()) {
  add(code, wordsOf(names.of(code) ?? ""));
  for (const adjective of others[code]?.split(" ") ?? [])
    for (const ending of endings) add(code, [adjective + ending]);
}

/** The country whose name begins at a token, and the token after it. */
export function countryNamedAt(
  tokens: readonly { word: string }[],
  index: number,
): { code: string; to: number } | undefined {
  const found = byWord
    .get(tokens[index]?.word ?? "")
    ?.find(({ words }) => words.every((word, at) => tokens[index + at]?.word === word));
  return found && { code: found.code, to: index + found.words.length };
}
