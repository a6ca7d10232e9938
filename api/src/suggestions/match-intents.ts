import { stem, wordsOf } from "./french-stem.ts";
import { playbook } from "./playbook-data.ts";

interface Pattern {
  intent: string;
  weight: number;
  /** The words after the first one. */
  rest: readonly string[];
}

const exact = "=";
const key = (word: string) => (word.startsWith(exact) ? word : stem(word));

// Patterns by their first word, compiled once: a text is read in one pass, one look-up a word.
const patterns = new Map<string, Pattern[]>();
for (const { intent, patterns: all } of playbook) {
  for (const [phrase, weight] of Object.entries(all)) {
    const [first = "", ...rest] = phrase.split(" ").map(key);
    const same = patterns.get(first);
    const pattern = { intent, weight, rest };
    if (same) same.push(pattern);
    else patterns.set(first, [pattern]);
  }
}

/** Each intent's score in a text; a pattern counts once, however often it occurs. */
export function matchIntents(text: string): Map<string, number> {
  const words = wordsOf(text);
  const stems = words.map(stem);
  const fits = (wanted: string, at: number) =>
    wanted.startsWith(exact) ? wanted.slice(1) === words[at] : wanted === stems[at];
  const seen = new Set<Pattern>();
  for (const [at, word] of words.entries()) {
    for (const start of [stems[at] ?? "", exact + word]) {
      for (const pattern of patterns.get(start) ?? []) {
        if (pattern.rest.every((wanted, index) => fits(wanted, at + 1 + index))) seen.add(pattern);
      }
    }
  }
  const scores = new Map<string, number>();
  for (const { intent, weight } of seen) scores.set(intent, (scores.get(intent) ?? 0) + weight);
  return scores;
}
