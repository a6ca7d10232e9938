import {
  type PhraseStrength,
  type Placeholder,
  type PlaybookContent,
  type PlaybookEntry,
  type PlaybookFact,
  type PlaybookReply,
  placeholdersOf,
} from "@souffleur/contracts/playbook";
import { createSlices } from "../../slices.ts";
import { contentWords } from "./content-words.ts";
import { fillInFrench } from "./fill-in-french.ts";
import { stem, wordsOf } from "./french-stem.ts";
import { hearWords, isNegative } from "./negation.ts";
import { exact, findPhrases, gap, nodeFor, type PhraseNode } from "./phrase-trie.ts";
import type { Slots } from "./slots.ts";

/** One of a reply's wordings. */
export interface Wording {
  text: string;
  slots: readonly Placeholder[];
}

export interface CompiledReply extends Pick<PlaybookReply, "id" | "category"> {
  entryId: string;
  first: Wording;
  alternative?: Wording;
}

export interface CompiledEntry extends Pick<PlaybookEntry, "id" | "intent" | "group"> {
  /** Its place in the playbook, which decides between equal scores. */
  order: number;
  replies: readonly CompiledReply[];
}

/** What a phrase means for an entry. */
interface Pattern {
  entry: CompiledEntry;
  /** "never" excludes the entry. */
  weight: number | "never";
  /** Whether the phrase has a negation of its own ("pas convaincu"). */
  isNegative: boolean;
}

/** A fact, with its content words. */
export interface CompiledFact extends PlaybookFact {
  words: ReadonlySet<string>;
}

export interface CompiledPlaybook {
  facts: readonly CompiledFact[];
  entries: readonly CompiledEntry[];
  /** Entries without phrases, which fit any moment. */
  general: readonly CompiledEntry[];
  phrases: PhraseNode<Pattern>;
}

const weights: Record<PhraseStrength, number> = { weak: 1.5, normal: 2.5, strong: 3 };

/** Prepares a playbook for matching, with pauses: it may have thousands of phrases. */
export async function compilePlaybook(content: PlaybookContent): Promise<CompiledPlaybook> {
  const compiling = compile(content);
  const pause = createSlices();
  for (let turn = compiling.next(); ; turn = compiling.next()) {
    if (turn.done) return turn.value;
    await pause();
  }
}

/** Prepares a small playbook, without a pause. */
export function compileAtOnce(content: PlaybookContent): CompiledPlaybook {
  const compiling = compile(content);
  let turn = compiling.next();
  while (!turn.done) turn = compiling.next();
  return turn.value;
}

function* compile({ entries, facts }: PlaybookContent): Generator<undefined, CompiledPlaybook> {
  const root: PhraseNode<Pattern> = { values: [] };
  // Thousands of phrases share words.
  const known = new Map<string, readonly string[]>();
  function add(entry: CompiledEntry, phrase: string, weight: Pattern["weight"]): void {
    const keys = keysOf(phrase, known);
    if (keys.length > 0)
      nodeFor(root, keys).values.push({ entry, weight, isNegative: isNegative(wordsOf(phrase)) });
  }

  const compiled: CompiledEntry[] = [];
  for (const [order, { id, intent, group, phrases, not, replies }] of entries.entries()) {
    if (order > 0) yield;
    const one = { id, intent, group, order, replies: replies.map((reply) => compileReply(id, reply)) };
    for (const { text, strength } of phrases) add(one, text, weights[strength]);
    for (const text of not) add(one, text, "never");
    compiled.push(one);
  }
  return {
    facts: facts.map(({ id, text }) => ({ id, text, words: contentWords(text) })),
    entries: compiled,
    general: compiled.filter((_, at) => entries[at]?.phrases.length === 0),
    phrases: root,
  };
}

/**
 * The stems of a phrase's words; a word with a leading "=" is kept as it is, and "…" stands for up to four words.
 * @param known results for earlier words
 */
export function keysOf(phrase: string, known = new Map<string, readonly string[]>()): string[] {
  const keys = phrase.split(/\s+/u).flatMap((part) => {
    if (part === gap) return [gap];
    const found =
      known.get(part) ?? wordsOf(part).map(part.startsWith(exact) ? (word) => exact + word : stem);
    known.set(part, found);
    return found;
  });
  // Before and after a phrase there are any words in any case.
  const from = keys.findIndex((key) => key !== gap);
  return keys.slice(Math.max(from, 0), keys.findLastIndex((key) => key !== gap) + 1);
}

function compileReply(entryId: string, { id, category, text, alternative }: PlaybookReply): CompiledReply {
  return {
    id,
    entryId,
    category,
    first: wording(text),
    ...(alternative !== undefined && { alternative: wording(alternative) }),
  };
}

function wording(text: string): Wording {
  return { text, slots: placeholdersOf(text) as Placeholder[] };
}

/** A wording with its values; undefined where a value is unknown. */
export function fill({ text, slots }: Wording, values: Slots): string | undefined {
  if (slots.some((name) => values[name] === undefined)) return undefined;
  return fillInFrench(text, (name) => values[name] ?? "");
}

/**
 * The score of each matching entry in a text; a repeated phrase counts once. A phrase counts only where its words are not
 * negated, unless it is negative itself.
 */
export function matchEntries({ phrases }: CompiledPlaybook, text: string): Map<CompiledEntry, number> {
  const { words, isNegated } = hearWords(text);
  /** Whether each phrase occurs somewhere without a negation. */
  const seen = new Map<PhraseNode<Pattern>, boolean>();
  findPhrases(phrases, { words, stems: words.map(stem) }, (node, from, to) => {
    let isMeant = seen.get(node) ?? false;
    if (!isMeant) {
      isMeant = true;
      for (let at = from; at < to && isMeant; at += 1) isMeant = !isNegated(at);
    }
    seen.set(node, isMeant);
  });
  const scores = new Map<CompiledEntry, number>();
  const never = new Set<CompiledEntry>();
  for (const [{ values }, isMeant] of seen) {
    for (const { entry, weight, isNegative } of values) {
      if (weight === "never") never.add(entry);
      else if (isMeant || isNegative) scores.set(entry, (scores.get(entry) ?? 0) + weight);
    }
  }
  for (const entry of never) scores.delete(entry);
  return scores;
}
