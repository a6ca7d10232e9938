import { type PlaybookContent, PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { readStoredJson, writeStored } from "@souffleur/shared-ui";
import { changesBetween } from "./changes.ts";

const keyOf = (userId: string) => `souffleur.playbook.${userId}`;

/** Keeps unsaved changes in the browser, so that a closed or crashed page loses nothing. */
export function keepPending(userId: string, saved: PlaybookContent, edited: PlaybookContent): void {
  const changes = changesBetween(saved, edited);
  writeStored(keyOf(userId), changes.length === 0 ? undefined : JSON.stringify(changes));
}

/** The kept changes: each changed entry and fact as it was saved (`base`) and as it was edited (`mine`). */
export function readPending(userId: string): { base: PlaybookContent; mine: PlaybookContent } {
  const stored = readStoredJson(keyOf(userId));
  const base: PlaybookContent = { entries: [], facts: [] };
  const mine: PlaybookContent = { entries: [], facts: [] };
  for (const { kind, before, after } of Array.isArray(stored) ? stored : []) {
    for (const [item, side] of [
      [before, base],
      [after, mine],
    ]) {
      if (kind === "entry" && hasShape(PlaybookEntry, item)) side.entries.push(item);
      if (kind === "fact" && hasShape(PlaybookFact, item)) side.facts.push(item);
    }
  }
  return { base, mine };
}

/** Whether a stored value is an entry or a fact; mistakes in its texts are allowed. */
function hasShape(schema: typeof PlaybookEntry | typeof PlaybookFact, value: unknown): boolean {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.every(({ code }) => code !== "invalid_type" && code !== "invalid_value");
}
