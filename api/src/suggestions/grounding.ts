import type { CompiledEntry, CompiledFact, CompiledPlaybook } from "./matching/compile-playbook.ts";
import { contentWords } from "./matching/content-words.ts";
import { rankEntries, type TranscriptLine } from "./rank-replies.ts";

/** What a language model's replies are based on. */
export interface Grounding {
  entries: readonly CompiledEntry[];
  facts: readonly CompiledFact[];
}

/** The size of the prompt's part, about 1,500 tokens of French. */
const lettersMost = 6000;
/** The number of lines that are matched with facts. */
const linesRead = 6;

/** The entries and facts that match the last lines, the best first, as many as the prompt has room for. */
export function groundingOf(playbook: CompiledPlaybook, lines: readonly TranscriptLine[]): Grounding {
  let left = lettersMost;
  function takeWhileRoom<Item>(items: readonly Item[], lettersOf: (item: Item) => number): Item[] {
    return items.filter((item) => {
      const letters = lettersOf(item);
      if (letters > left) return false;
      left -= letters;
      return true;
    });
  }
  const spoken = contentWords(
    lines
      .slice(-linesRead)
      .map(({ text }) => text)
      .join(" "),
  );
  const fitting = playbook.facts
    .map((fact) => ({ fact, shared: [...fact.words].filter((word) => spoken.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ fact }) => fact);
  const facts = takeWhileRoom(fitting, ({ id, text }) => id.length + text.length);
  const ranked = rankEntries(playbook, lines).map(({ entry }) => entry);
  const entries = takeWhileRoom(ranked, ({ id, intent, replies }) =>
    replies.reduce((sum, { first }) => sum + first.text.length, id.length + intent.length),
  );
  return { entries, facts };
}

/** The names of the entries and facts that a reply says it is based on, without ids that do not exist. */
export function namesIn({ entries, facts }: Grounding, ids: readonly string[] = []): string[] {
  const names = new Map([
    ...facts.map(({ id, text }) => [id, text] as const),
    ...entries.map(({ id, intent }) => [id, intent] as const),
  ]);
  return [...new Set(ids)].flatMap((id) => names.get(id) ?? []);
}
