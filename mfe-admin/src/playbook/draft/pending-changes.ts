import {
  type PlaybookContent,
  PlaybookEntry,
  PlaybookFact,
  playbookLimits,
} from "@souffleur/contracts/playbook";
import { readStoredJson, writeStored } from "@souffleur/shared-ui";
import * as z from "zod";
import { type Change, changesBetween } from "./changes.ts";

/** Without the rules for texts: what has mistakes is kept too. */
const text = z.string();
const phrases = z.array(PlaybookEntry.shape.phrases.element.extend({ text }));
const Entry = PlaybookEntry.extend({
  intent: text,
  phrases,
  not: z.array(text),
  replies: z.array(PlaybookEntry.shape.replies.element.extend({ text, alternative: text.optional() })),
});
const Fact = PlaybookFact.extend({ text });
const Changes = z
  .array(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("entry"), id: text, before: Entry.optional(), after: Entry.optional() }),
      z.object({ kind: z.literal("fact"), id: text, before: Fact.optional(), after: Fact.optional() }),
    ]),
  )
  .max(playbookLimits.entries + playbookLimits.facts);

const keyOf = (userId: string) => `souffleur.playbook.${userId}`;

/** Keeps in this browser what the server does not have yet: a closed or crashed page loses nothing. */
export function keepPending(userId: string, saved: PlaybookContent, edited: PlaybookContent): void {
  const changes = changesBetween(saved, edited);
  writeStored(keyOf(userId), changes.length === 0 ? undefined : JSON.stringify(changes));
}

/** The two sides of what was kept: of each changed entry and fact, as it was saved and as it was edited. */
export function readPending(userId: string): { base: PlaybookContent; mine: PlaybookContent } {
  const parsed = Changes.safeParse(readStoredJson(keyOf(userId)));
  const changes: readonly Change[] = parsed.success ? parsed.data : [];
  const side = (which: "before" | "after"): PlaybookContent => ({
    entries: changes.flatMap((change) => (change.kind === "entry" ? (change[which] ?? []) : [])),
    facts: changes.flatMap((change) => (change.kind === "fact" ? (change[which] ?? []) : [])),
  });
  return { base: side("before"), mine: side("after") };
}
