import type { PlaybookContent, PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";
import { byId, isSameItem } from "./changes.ts";

export type Side = "mine" | "theirs";

/** An entry or a fact that both sides changed, differently; a missing state is a removal. */
export type Conflict = { id: string } & (
  | { kind: "entry"; mine?: PlaybookEntry | undefined; theirs?: PlaybookEntry | undefined }
  | { kind: "fact"; mine?: PlaybookFact | undefined; theirs?: PlaybookFact | undefined }
);

interface Three {
  base: PlaybookContent;
  mine: PlaybookContent;
  theirs: PlaybookContent;
}

/**
 * Merges two changes of the same content, by entry and by fact: what one side changed is taken from it, and where both
 * did, from the side that `choose` names. The order is theirs; what only `mine` has follows what it followed there.
 */
export function merge(
  { base, mine, theirs }: Three,
  choose: (kind: Conflict["kind"], id: string) => Side = () => "mine",
): { content: PlaybookContent; conflicts: Conflict[] } {
  const entries = mergeList(base.entries, mine.entries, theirs.entries, (id) => choose("entry", id));
  const facts = mergeList(base.facts, mine.facts, theirs.facts, (id) => choose("fact", id));
  return {
    content: { entries: withUniqueReplies(entries.list), facts: facts.list },
    conflicts: [
      ...entries.conflicts.map((conflict) => ({ kind: "entry" as const, ...conflict })),
      ...facts.conflicts.map((conflict) => ({ kind: "fact" as const, ...conflict })),
    ],
  };
}

function mergeList<Item extends PlaybookEntry | PlaybookFact>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  choose: (id: string) => Side,
) {
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: { id: string; mine: Item | undefined; theirs: Item | undefined }[] = [];
  function resolve(id: string): Item | undefined {
    const [was, is, will] = [before.get(id), own.get(id), other.get(id)];
    if (isSameItem(is, was) || isSameItem(is, will)) return will;
    if (isSameItem(will, was)) return is;
    conflicts.push({ id, mine: is, theirs: will });
    return choose(id) === "mine" ? is : will;
  }
  const list = theirs.flatMap(({ id }) => resolve(id) ?? []);
  for (const [at, { id }] of mine.entries()) {
    if (other.has(id)) continue;
    const item = resolve(id);
    if (item === undefined) continue;
    const previous = mine[at - 1]?.id;
    const place = list.findIndex((one) => one.id === previous);
    list.splice(place === -1 && previous !== undefined ? list.length : place + 1, 0, item);
  }
  return { list, conflicts };
}

/** The same reply may have come into two entries: the second one gets an id of its own. */
export function withUniqueReplies(entries: readonly PlaybookEntry[]): PlaybookEntry[] {
  const used = new Set<string>();
  return entries.map((entry) => {
    const replies = entry.replies.map((reply) => {
      let { id } = reply;
      for (let number = 2; used.has(id); number += 1) id = `${reply.id.slice(0, 58)}-${number}`;
      used.add(id);
      return id === reply.id ? reply : { ...reply, id };
    });
    return replies.every((reply, at) => reply === entry.replies[at]) ? entry : { ...entry, replies };
  });
}
