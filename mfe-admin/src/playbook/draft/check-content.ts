import {
  type PlaybookFact as Fact,
  type PlaybookContent,
  PlaybookEntry,
  PlaybookFact,
} from "@souffleur/contracts/playbook";
import { contractText } from "@souffleur/shared-ui";
import { byId, isSameItem } from "./changes.ts";

type Entry = PlaybookEntry;

interface Checked<Item> {
  /** As the server stores it; undefined if it has mistakes. */
  valid: Item | undefined;
  /** By the field's path, such as `replies.0.text`. */
  mistakes: Readonly<Record<string, string>>;
}

// Entries are immutable: each object is checked once.
const entries = new WeakMap<Entry, Checked<Entry>>();
const facts = new WeakMap<Fact, Checked<Fact>>();

export function checkEntry(entry: Entry): Checked<Entry> {
  return checked(entries, PlaybookEntry, entry);
}

export function checkFact(fact: Fact): Checked<Fact> {
  return checked(facts, PlaybookFact, fact);
}

function checked<Item extends Entry | Fact>(
  known: WeakMap<Item, Checked<Item>>,
  schema: typeof PlaybookEntry | typeof PlaybookFact,
  item: Item,
): Checked<Item> {
  const before = known.get(item);
  if (before !== undefined) return before;
  const parsed = schema.safeParse(item);
  const valid = parsed.success ? (parsed.data as Item) : undefined;
  const result: Checked<Item> = {
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
