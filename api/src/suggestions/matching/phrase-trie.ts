/**
 * Phrases by their words, one node for each word: phrases that begin alike share nodes. A text is matched in time that
 * depends on its own length and on the longest phrase, not on the number of phrases.
 */
export interface PhraseNode<Value> {
  /** By the next word's key: its stem, or `=` and the word as it is written. */
  next?: Map<string, PhraseNode<Value>>;
  /** What the phrases that end here stand for. */
  values: Value[];
}

/** The words of a text, and their stems at the same places. */
export interface SpokenWords {
  words: readonly string[];
  stems: readonly string[];
}

/** Before a word that matches only as it is written. */
export const exact = "=";

/** Stands in a phrase for words that are not named ("retirer … listes"). */
export const gap = "…";
const gapMost = 4;

/**
 * So many nodes are followed from one word. A word can be followed as its stem and as it is written, so that phrases which
 * mix both in every way, which nobody needs, would double the nodes with each of their words.
 */
const stepsMost = 128;

/** The node where the phrase of these keys ends, made where it is missing. */
export function nodeFor<Value>(root: PhraseNode<Value>, keys: readonly string[]): PhraseNode<Value> {
  let node = root;
  for (const key of keys) {
    node.next ??= new Map();
    let child = node.next.get(key);
    if (child === undefined) {
      child = { values: [] };
      node.next.set(key, child);
    }
    node = child;
  }
  return node;
}

/**
 * Reports each place where a phrase occurs.
 * @param found gets the node where the phrase ends, and the places of its first word and of the word after its last
 */
export function findPhrases<Value>(
  root: PhraseNode<Value>,
  { words, stems }: SpokenWords,
  found: (node: PhraseNode<Value>, from: number, to: number) => void,
): void {
  const written = words.map((word) => exact + word);
  let steps = 0;
  function walk({ next }: PhraseNode<Value>, from: number, at: number): void {
    if (next === undefined || at >= words.length) return;
    const afterGap = next.get(gap);
    for (let skipped = 0; afterGap !== undefined && skipped <= gapMost && steps < stepsMost; skipped += 1) {
      steps += 1;
      walk(afterGap, from, at + skipped);
    }
    for (const key of [stems[at] ?? "", written[at] ?? ""]) {
      const child = next.get(key);
      if (child === undefined || steps === stepsMost) continue;
      steps += 1;
      if (child.values.length > 0) found(child, from, at + 1);
      walk(child, from, at + 1);
    }
  }
  for (let from = 0; from < words.length; from += 1) {
    steps = 0;
    walk(root, from, from);
  }
}
