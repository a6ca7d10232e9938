import { choice, limits, requiredText, SuggestionCategory, z } from "@souffleur/contracts";
import { text } from "../texts/text.ts";

export const playbookLimits = {
  entries: 2000,
  phrases: 100,
  replies: 30,
  /** Of all entries together, exceptions included: what matching and memory cost. */
  phrasesInAll: 10_000,
  /** Of all phrases and exceptions: the nodes of the trie that they become. */
  phraseWordsInAll: 60_000,
  repliesInAll: 6000,
  facts: 500,
  intentMax: 60,
  phraseMax: 80,
  replyMax: 300,
  factMax: 500,
  noteMax: 500,
  tryMax: 2000,
  versions: 100,
  savesPerMinute: 120,
  publicationsPerMinute: 60,
  bodyBytes: 2_000_000,
} as const;

/** The values from the conversation that replies can use, such as `{amount}`. */
export const placeholders = [
  "amount",
  "percent",
  "users",
  "duration",
  "date",
  "competitor",
  "product",
  "client",
] as const;
export type Placeholder = (typeof placeholders)[number];

/** The placeholders in a reply's text in order; unknown ones too, such as `durée` and, of doubled braces, `{amount}`. */
export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(/(?<!\{)\{+[^{}]*\}+/gu), ([all]) => all.slice(1, -1));
}

const id = (label: "Entry id" | "Reply id" | "Fact id") =>
  z.string({ error: text(`${label} is required`) }).regex(/^[a-z0-9][a-z0-9-]{0,63}$/u, {
    error: text(`${label} must be up to 64 lowercase letters, digits and hyphens`),
  });

const ReplyText = requiredText("Reply", playbookLimits.replyMax).superRefine((value, context) => {
  const unknown = placeholdersOf(value).find((name) => !(placeholders as readonly string[]).includes(name));
  if (unknown === undefined) return;
  const known = placeholders.map((name) => `{${name}}`).join(", ");
  context.addIssue({ code: "custom", message: `{${unknown}} is no placeholder; use one of: ${known}` });
});

export const PhraseStrength = choice("Strength", ["weak", "normal", "strong"]);
export type PhraseStrength = z.infer<typeof PhraseStrength>;

/** Words that match an entry, in any inflection, with or without accents; a word after `=` matches only as written. */
export const PlaybookPhrase = z.object({
  text: requiredText("Phrase", playbookLimits.phraseMax).regex(/[\p{L}\p{N}]/u, {
    error: text("Phrase must have a letter or a digit"),
  }),
  strength: PhraseStrength,
});
export type PlaybookPhrase = z.infer<typeof PlaybookPhrase>;

export const PlaybookReply = z.object({
  id: id("Reply id"),
  category: SuggestionCategory,
  text: ReplyText,
  /** A second wording for an A/B test: each call has one of the two. */
  alternative: ReplyText.optional(),
});
export type PlaybookReply = z.infer<typeof PlaybookReply>;

/** The phases of a call, in order. */
export const PlaybookGroup = choice("Group", ["opening", "needs", "objections", "solution", "closing"]);
export type PlaybookGroup = z.infer<typeof PlaybookGroup>;

export const PlaybookEntry = z.object({
  id: id("Entry id"),
  /** What the client wants, or the moment of the call, in words for users. */
  intent: requiredText("Intent", playbookLimits.intentMax),
  group: PlaybookGroup,
  /** An entry without phrases is used where no other entry matches. */
  phrases: z
    .array(PlaybookPhrase, { error: text("Phrases must be a list") })
    .max(playbookLimits.phrases, { error: text(`An entry has at most ${playbookLimits.phrases} phrases`) }),
  /** Phrases that exclude the entry. */
  not: z
    .array(PlaybookPhrase.shape.text, { error: text("Exceptions must be a list") })
    .max(playbookLimits.phrases, {
      error: text(`An entry has at most ${playbookLimits.phrases} exceptions`),
    }),
  replies: z
    .array(PlaybookReply, { error: text("Replies must be a list") })
    .min(1, { error: text("An entry needs a reply") })
    .max(playbookLimits.replies, { error: text(`An entry has at most ${playbookLimits.replies} replies`) }),
});
export type PlaybookEntry = z.infer<typeof PlaybookEntry>;

/** A fact about the product, which a language model may state. */
export const PlaybookFact = z.object({
  id: id("Fact id"),
  text: requiredText("Fact", playbookLimits.factMax),
});
export type PlaybookFact = z.infer<typeof PlaybookFact>;

const tooManyPhrases = text(
  `A playbook has at most ${playbookLimits.phrasesInAll} phrases and exceptions in all`,
);
const tooManyWords = text(
  `A playbook's phrases and exceptions have at most ${playbookLimits.phraseWordsInAll} words in all. Shorten or remove some.`,
);
const tooManyReplies = text(`A playbook has at most ${playbookLimits.repliesInAll} replies in all`);

/** How many phrases and exceptions an entry has, and how many words these have. */
export function sizeOfEntry({ phrases, not }: PlaybookEntry): { phrases: number; words: number } {
  const texts = [...phrases.map(({ text }) => text), ...not];
  return {
    phrases: texts.length,
    words: texts.reduce((sum, text) => sum + text.split(/\s+/u).length, 0),
  };
}

/** Reports repeated ids, and more phrases, words or replies than a playbook may have in all. */
export function checkWhole(
  content: { entries: readonly PlaybookEntry[]; facts: readonly PlaybookFact[] },
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  function take(kind: string, value: string, path: (string | number)[]): void {
    const key = `${kind} ${value}`;
    if (seen.has(key))
      context.addIssue({ code: "custom", path, message: `${kind} id ${value} is used twice` });
    seen.add(key);
  }
  const inAll = { phrases: 0, words: 0, replies: 0 };
  /** Reports the entry with which a bound is passed. */
  function count(what: keyof typeof inAll, more: number, most: number, index: number, message: string): void {
    const isPassed = inAll[what] <= most && inAll[what] + more > most;
    inAll[what] += more;
    const place = what === "words" ? "phrases" : what;
    if (isPassed) context.addIssue({ code: "custom", path: ["entries", index, place], message });
  }
  const { phrasesInAll, phraseWordsInAll, repliesInAll } = playbookLimits;
  for (const [index, entry] of content.entries.entries()) {
    if (context.issues.length >= limits.issuesMax) return;
    const { phrases, words } = sizeOfEntry(entry);
    count("phrases", phrases, phrasesInAll, index, tooManyPhrases);
    count("words", words, phraseWordsInAll, index, tooManyWords);
    count("replies", entry.replies.length, repliesInAll, index, tooManyReplies);
    take("Entry", entry.id, ["entries", index, "id"]);
    for (const [at, reply] of entry.replies.entries()) {
      take("Reply", reply.id, ["entries", index, "replies", at, "id"]);
    }
  }
  for (const [index, fact] of content.facts.entries()) take("Fact", fact.id, ["facts", index, "id"]);
}

export const content = {
  entries: z
    .array(PlaybookEntry, { error: text("Entries must be a list") })
    .max(playbookLimits.entries, { error: text(`A playbook has at most ${playbookLimits.entries} entries`) }),
  facts: z
    .array(PlaybookFact, { error: text("Facts must be a list") })
    .max(playbookLimits.facts, { error: text(`A playbook has at most ${playbookLimits.facts} facts`) })
    .default([]),
};
export const PlaybookContent = z.object(content).superRefine(checkWhole);
export type PlaybookContent = z.infer<typeof PlaybookContent>;

const count = z.int().nonnegative();

/** In answers: a reply that an earlier version has let in is shown, to be corrected. */
const storedReply = PlaybookReply.extend({ text: z.string(), alternative: z.string().optional() });
const storedContent = {
  entries: z.array(PlaybookEntry.extend({ replies: z.array(storedReply) })),
  facts: z.array(PlaybookFact),
};

/** A published version; 0 is the built-in playbook. */
export const PlaybookVersion = z.object({
  version: count,
  publishedAt: z.iso.datetime().optional(),
  /** The name of the account that published it. */
  publishedBy: z.string().optional(),
  note: z.string().optional(),
  entryCount: count,
  replyCount: count,
});
export type PlaybookVersion = z.infer<typeof PlaybookVersion>;

export const PublishedPlaybook = PlaybookVersion.extend(storedContent);
export type PublishedPlaybook = z.infer<typeof PublishedPlaybook>;

export const PlaybookDraft = z.object({
  ...storedContent,
  /** Counts the changes of the draft, from 0. */
  revision: count,
  /** The published version. */
  version: count,
  /** Whether the draft differs from the published version. */
  changed: z.boolean(),
  changedAt: z.iso.datetime().optional(),
  /** The name of the last one who changed it, and their account: it may be the caller, in another window. */
  changedBy: z.string().optional(),
  changedById: z.string().optional(),
});
export type PlaybookDraft = z.infer<typeof PlaybookDraft>;
