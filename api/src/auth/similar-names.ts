import { distance } from "fastest-levenshtein";

/** Words that companies of the same name differ in. */
const ordinary = new Set(
  "ag bv co company corp corporation eurl gmbh group groupe inc llc ltd nv plc sa sarl sas sasu srl the".split(
    " ",
  ),
);

/** The letters and figures that a name is found by: its first three, without accents. */
export function nameStart(name: string): string {
  return wordsOf(name).join("").slice(0, 3);
}

/** Whether people may take two names for the same: up to their legal form, an ending, or a slip in typing. */
export function areSimilarNames(one: string, other: string): boolean {
  const [a, b] = [coreOf(one), coreOf(other)];
  const shorter = Math.min(a.length, b.length);
  if (a === b) return true;
  if (shorter < 4) return false;
  return a.startsWith(b) || b.startsWith(a) || distance(a, b) <= (shorter < 8 ? 1 : 2);
}

/** The name without its ordinary words, unless it has no others. */
function coreOf(name: string): string {
  const words = wordsOf(name);
  const own = words.filter((word) => !ordinary.has(word));
  return (own.length > 0 ? own : words).join("");
}

function wordsOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
