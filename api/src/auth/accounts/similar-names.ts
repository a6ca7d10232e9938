import { foldedWords } from "@souffleur/contracts/fold";
import { distance } from "fastest-levenshtein";

/** Words that do not distinguish companies. */
const ordinary = new Set(
  "ag bv co company corp corporation eurl gmbh group groupe inc llc ltd nv plc sa sarl sas sasu srl the".split(
    " ",
  ),
);

/** The first three letters or digits of a name, without accents, by which similar names are searched. */
export function nameStart(name: string): string {
  return foldedWords(name).join("").slice(0, 3);
}

/** Whether two names differ only in legal form, in an ending or in a typing error. */
export function areSimilarNames(one: string, other: string): boolean {
  const [a, b] = [coreOf(one), coreOf(other)];
  const shorter = Math.min(a.length, b.length);
  if (a === b) return true;
  if (shorter < 4) return false;
  return a.startsWith(b) || b.startsWith(a) || distance(a, b) <= (shorter < 8 ? 1 : 2);
}

/** The name without its ordinary words, unless all its words are ordinary. */
function coreOf(name: string): string {
  const words = foldedWords(name);
  const own = words.filter((word) => !ordinary.has(word));
  return (own.length > 0 ? own : words).join("");
}
