import type { PlaybookContent, PlaybookEntry } from "@souffleur/contracts/playbook";
import { byId, type Item, isSameItem } from "./changes.ts";

export type Side = "mine" | "theirs";

/** An entry or a fact that both sides changed differently; undefined on the side that removed it. */
export interface Conflict {
  kind: "entry" | "fact";
  id: string;
  mine: Item | undefined;
  theirs: Item | undefined;
}

interface Three {
  base: PlaybookContent;
  mine: PlaybookContent;
  theirs: PlaybookContent;
}

/**
 * Three-way merge by entry and by fact: a change of one side is taken, and of two conflicting ones that of the side
 * that `choose` returns. The order is theirs; an item that only `mine` has follows the same item as in `mine`.
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

function mergeList<One extends Item>(
  base: readonly One[],
  mine: readonly One[],
  theirs: readonly One[],
  choose: (id: string) => Side,
) {
  const [before, own, other] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: { id: string; mine: One | undefined; theirs: One | undefined }[] = [];
  function resolve(id: string): One | undefined {
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

/** Gives the second of two replies with the same id, in different entries, an id of its own. */
export function withUniqueReplies(entries: readonly PlaybookEntry[]): PlaybookEntry[] {
  const named = new Set(entries.flatMap(({ replies }) => replies.map(({ id }) => id)));
  const used = new Set<string>();
  return entries.map((entry) => {
    const replies = entry.replies.map((reply) => {
      let { id } = reply;
      if (used.has(id))
        for (let number = 2; named.has(id); number += 1) id = `${reply.id.slice(0, 58)}-${number}`;
      named.add(id);
      used.add(id);
      return id === reply.id ? reply : { ...reply, id };
    });
    return replies.every((reply, at) => reply === entry.replies[at]) ? entry : { ...entry, replies };
  });
}
