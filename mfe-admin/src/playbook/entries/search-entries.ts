import { fold } from "@souffleur/contracts/fold";
import type { PlaybookEntry } from "@souffleur/contracts/playbook";

const texts = new WeakMap<PlaybookEntry, string>();

function textOf(entry: PlaybookEntry): string {
  let text = texts.get(entry);
  if (text === undefined) {
    const { intent, phrases, not, replies } = entry;
    const parts = [intent, ...phrases.map((phrase) => phrase.text), ...not];
    text = fold([...parts, ...replies.flatMap((reply) => [reply.text, reply.alternative ?? ""])].join("\n"));
    texts.set(entry, text);
  }
  return text;
}

/** The entries that contain all words of a search, regardless of case and accents. */
export function searchEntries(entries: readonly PlaybookEntry[], search: string): readonly PlaybookEntry[] {
  const words = fold(search).split(/\s+/u).filter(Boolean);
  return entries.filter((entry) => words.every((word) => textOf(entry).includes(word)));
}
