import { type PlaybookContent, PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { contractText } from "@souffleur/shared-ui";
import { byId, type Item, isSameItem } from "./changes.ts";

interface Checked<One> {
  /** As the server stores it; undefined if it has mistakes. */
  valid: One | undefined;
  /** By the field's path, such as `replies.0.text`. */
  mistakes: Readonly<Record<string, string>>;
}

// Entries are immutable: each object is checked once.
const known = new WeakMap<Item, Checked<Item>>();

export const checkEntry = (entry: PlaybookEntry) => check(PlaybookEntry, entry);
export const checkFact = (fact: PlaybookFact) => check(PlaybookFact, fact);

function check<One extends Item>(
  schema: typeof PlaybookEntry | typeof PlaybookFact,
  item: One,
): Checked<One> {
  const before = known.get(item) as Checked<One> | undefined;
  if (before !== undefined) return before;
  const parsed = schema.safeParse(item);
  const valid = parsed.data as One | undefined;
  const result: Checked<One> = {
    // The same object if nothing was trimmed, so that comparisons are cheap.
    valid: valid !== undefined && isSameItem(valid, item) ? item : valid,
    mistakes: Object.fromEntries(
      (parsed.error?.issues ?? [])
        .toReversed()
        .map(({ path, message }) => [path.join("."), contractText(message)]),
    ),
  };
  known.set(item, result);
  return result;
}

/** The valid part of an edited draft: an item with mistakes keeps its last saved state, a new one is left out. */
export function sendable(saved: PlaybookContent, edited: PlaybookContent): PlaybookContent {
  const [savedEntries, savedFacts] = [byId(saved.entries), byId(saved.facts)];
  return {
    entries: edited.entries.flatMap((entry) => checkEntry(entry).valid ?? savedEntries.get(entry.id) ?? []),
    facts: edited.facts.flatMap((fact) => checkFact(fact).valid ?? savedFacts.get(fact.id) ?? []),
  };
}

/** How many entries and facts have mistakes. */
export function mistakeCount({ entries, facts }: PlaybookContent): number {
  return (
    entries.filter((entry) => checkEntry(entry).valid === undefined).length +
    facts.filter((fact) => checkFact(fact).valid === undefined).length
  );
}
