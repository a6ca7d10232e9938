import type { PlaybookContent, PlaybookEntry, PlaybookFact } from "@souffleur/contracts/playbook";

export type Item = PlaybookEntry | PlaybookFact;

/** An entry or a fact in two states; undefined where it does not exist. */
export interface Change {
  kind: "entry" | "fact";
  id: string;
  before: Item | undefined;
  after: Item | undefined;
}

/** Whether two entries or facts have the same content, or both are missing. */
export function isSameItem(one: Item | undefined, other: Item | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  return contentText(one) === contentText(other);
}

function contentText(item: Item): string {
  if (!("intent" in item)) return item.text;
  const { intent, group, phrases, not, replies } = item;
  return JSON.stringify([
    intent,
    group,
    phrases.map(({ text, strength }) => [text, strength]),
    not,
    replies.map(({ id, category, text, alternative }) => [id, category, text, alternative]),
  ]);
}

/** What was added, changed or removed, in the order of `after`, removed ones last. Another order is no change. */
export function changesBetween(before: PlaybookContent, after: PlaybookContent): Change[] {
  return [
    ...pairs(before.entries, after.entries).map((pair) => ({ kind: "entry" as const, ...pair })),
    ...pairs(before.facts, after.facts).map((pair) => ({ kind: "fact" as const, ...pair })),
  ];
}

function pairs<One extends Item>(before: readonly One[], after: readonly One[]) {
  const known = byId(before);
  const kept = byId(after);
  return [
    ...after.map((item) => ({ id: item.id, before: known.get(item.id), after: item })),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map((item) => ({ id: item.id, before: item, after: undefined })),
  ].filter((pair) => !isSameItem(pair.before, pair.after));
}

export function byId<One extends { id: string }>(items: readonly One[]): Map<string, One> {
  return new Map(items.map((item) => [item.id, item]));
}
