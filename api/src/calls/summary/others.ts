import type { Turn } from "./turns.ts";

/** Persons and teams who act for a side of the call. */
const person =
  "(?:collegues?|responsables?|chefs?|cheffe|direct(?:eurs?|rice)|patronn?e?|technicien(?:ne)?s?|conseill(?:ers?|ere)|commercial(?:e|aux)?|assistante?s?|equipes?|services?|support|comptab(?:ilite|les?)|associee?s?|femme|mari|epouse|fils|fille|frere|soeur|pere|mere|installateurs?|livreurs?|experte?s?|ingenieure?s?|juristes?|avocate?|secretaire|format(?:eur|rice)s?|gestionnaires?|direction|bureau|siege|interlocut(?:eur|rice)|atelier|depanneurs?)";
const word =
  "(?!(?:ne|qui|que|dont|et|ou|a|ont|avait|est|sera|peut|pourrait|devrait|va|vont|doit|vous|lui|leur|[a-z]*(?:ait|aient)) )[a-z'-]+";
/** Not "votre collègue": that one is on the other side. */
const known = `(?:(?:ma|mon|mes|notre|nos|un|une|le|la|l'|quelqu'un (?:de |du )(?:l'|la |notre |mon )?) ?(?:${word} )?${person}(?: ${word}){0,3}?|quelqu'un|(?:monsieur|madame) ${word})`;
const somebody = `(?:c'est ${known} qui|${known}(?:, (?:mon|ma|notre) [a-z]+,)?)`;
const pronoun = "(?:il|elle|ils|elles)";
const clitics = "(?:le |la |l'|les |en |y )*";

/**
 * What another person does for the other side: "ma collègue Sarah vous rappelle". Its groups are `third`, `others` (after "va")
 * or `visit` for the verb, and `alone` or `named` for a person without "collègue", where a day or the future must say that it is
 * to come.
 * @param verbs of what one does for somebody
 * @param giving verbs that need the person
 * @param infinitives after "va"
 */
export const othersPattern = (verbs: string, giving: string, infinitives: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}'-])(?:${somebody}|c'est (?<named>[a-z][a-z-]{2,}) qui|(?<alone>${pronoun}|[a-z][a-z-]{2,})) (?:(?:vous|te|t'|lui|leur) ?${clitics}(?<third>${verbs}|${giving}|appell?(?:e|ent|era|eront)|repondr(?:a|ont)|contacter(?:a|ont))|(?:va|vont|doit|doivent) (?:bientot |aussi )?(?:vous|te|lui|leur) ${clitics}(?<others>${infinitives}|appeler|contacter)|(?<visit>passe(?:ra)?|viendra|vient|interviendra|intervient|livrera))(?![\\p{L}\\p{N}])`,
    "gu",
  );

const noNames = new Set(
  "qui que cela ceci rien tout tous nous vous elle elles ils mais donc alors puis quand comme demain votre notre leur leurs dont aussi bien merci bonjour".split(
    " ",
  ),
);

/** Where the name of a person begins of which a word is the end, as recognizers write it; undefined where it is none. */
export function startOfName({ text, plain }: Turn, from: number, word: string): number | undefined {
  if (new RegExp(`^${pronoun}$`, "u").test(word)) return from;
  if (noNames.has(word) || !/^\p{Lu}/u.test(text.slice(from))) return undefined;
  const [first] = /\p{Lu}[\p{L}-]+ $/u.exec(text.slice(Math.max(0, from - 30), from)) ?? [];
  const isFirst = first !== undefined && !noNames.has(plain.slice(from - first.length, from - 1));
  return isFirst ? from - first.length : from;
}

/** "Le service vous rappelle vos échéances": what somebody or something always does. */
export const isAlways = (verb: string, rest: string): boolean =>
  /automatique|systematique|regulierement|a chaque|quand |lorsque /u.test(rest) ||
  (verb.startsWith("rappel") && /^ (?:vos|votre|chaque|combien|ce que)(?![a-z])/u.test(rest));
