import { limits } from "@souffleur/contracts";
import type { PlaybookContent } from "@souffleur/contracts/playbook";

/** More text than a large playbook's facts and first replies have; it bounds what one request costs. */
const readMax = 200_000;
const termMax = 60;

/** Words with what joins them: `Nova-3`, `d'Ornano`, `R&D`. */
const words = /[\p{L}\p{N}]+(?:[-'’&.+][\p{L}\p{N}]+)*/gu;
const sentenceEnd = /[.!?:…«»"(\n]\s*$/u;
/** A capital after its first letter, or letters with a digit: it is a name wherever it stands. */
const unmistakable = /^(?=.*\p{L})(?:.+\p{Lu}|.*\p{L}.*\p{N}|.*\p{N}.*\p{L})/u;

/**
 * What a recognizer is to expect in calls with this playbook: the names that its facts and replies write with a capital
 * within a sentence, the most frequent first, and what clients say, some of each entry.
 */
export function speechTermsOf({ entries, facts }: Pick<PlaybookContent, "entries" | "facts">) {
  const counts = new Map<string, number>();
  let read = 0;
  for (const text of textsOf({ entries, facts })) {
    read += text.length;
    if (read > readMax) break;
    for (const name of namesIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
  return { names: names.slice(0, limits.speechTerms), terms: termsOf(entries) };
}

function* textsOf({ entries, facts }: Pick<PlaybookContent, "entries" | "facts">): Iterable<string> {
  for (const { text } of facts) yield text;
  for (const { replies } of entries) for (const { text } of replies) yield text;
}

/** Neighbouring capitalized words are one name: "Souffleur Pro". */
function namesIn(text: string): string[] {
  const plain = text.replace(/\{[^{}]*\}/gu, " ");
  const names: string[] = [];
  let name: { text: string; end: number } | undefined;
  for (const match of plain.matchAll(words)) {
    const [word] = match;
    const before = plain.slice(Math.max(0, match.index - 4), match.index);
    const isFirst = before.trim() === "" || sentenceEnd.test(before);
    const isName = unmistakable.test(word) || (!isFirst && word.length > 1 && /^\p{Lu}/u.test(word));
    const joined = name !== undefined && plain.slice(name.end, match.index) === " ";
    if (isName && name !== undefined && joined) {
      name = { text: `${name.text} ${word}`, end: match.index + word.length };
      names[names.length - 1] = name.text;
    } else if (isName) {
      name = { text: word, end: match.index + word.length };
      names.push(word);
    } else name = undefined;
  }
  return names.filter(({ length }) => length <= termMax);
}

/** The first phrase of each entry, then the second of each, and so on. */
function termsOf(entries: PlaybookContent["entries"]): string[] {
  const terms = new Set<string>();
  const deepest = Math.max(0, ...entries.map(({ phrases }) => phrases.length));
  for (let at = 0; at < deepest; at += 1) {
    for (const { phrases } of entries) {
      const text = phrases[at]?.text.replaceAll("=", "").trim() ?? "";
      if (text !== "" && text.length <= termMax) terms.add(text);
      if (terms.size >= limits.speechTerms) return [...terms];
    }
  }
  return [...terms];
}
