import { createHash } from "node:crypto";
import type { PlaybookEntry } from "@souffleur/contracts/playbook";
import { createSlices } from "../../slices.ts";
import { sameness } from "../../suggestions/candidate.ts";
import {
  type Content,
  contentOf,
  isSaid,
  linesAfter,
  nextLines,
} from "../../suggestions/matching/content-words.ts";
import type { LineDoc } from "./line-model.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

export type SpokenLine = Pick<LineDoc, "_id" | "seq" | "sender" | "text">;
type Given = Pick<SuggestionDoc, "_id" | "seq" | "triggerId" | "text" | "replyId" | "entryId">;
type Measured = Pick<SuggestionDoc, "said" | "instead" | "insteadLine" | "unprompted">;

/** The part of a playbook's entry that the measures need. */
export type PublishedEntry = Pick<PlaybookEntry, "id" | "intent" | "replies">;
type ReadLine = SpokenLine & Content;

/** Lines with fewer content words are not suitable for a playbook. */
const leastContentWords = 3;
const placeholder = /\{\w*\}/gu;

/**
 * The measures of a call's suggestions, by id: whether they were said, what the agent said instead, and which replies of
 * their entries the agent said unprompted.
 * @param suggestions in the order in which they were made
 * @param lines all lines of the call, in order
 * @param published the entries of the current playbook
 */
export async function measuredReplies(
  suggestions: readonly Given[],
  lines: readonly SpokenLine[],
  published: readonly PublishedEntry[],
): Promise<Map<string, Measured>> {
  const pause = createSlices();
  const numbers = new Map(lines.map(({ _id, seq }) => [_id, seq]));
  const agentLines: ReadLine[] = [];
  for (const line of lines) {
    if (line.sender === "agent") agentLines.push({ ...line, ...contentOf(line.text) });
    await pause();
  }
  const measured = new Map<string, Measured>();
  const moments = new Map<string, Given[]>();
  const entries = new Map<string, Given[]>();
  for (const one of suggestions) {
    const { _id, entryId, seq, text, triggerId } = one;
    measured.set(_id, { said: isSaid(contentOf(text), nextLines(agentLines, seq)) });
    await pause();
    if (entryId === undefined) continue;
    addTo(moments, `${entryId} ${triggerId ?? seq}`, one);
    addTo(entries, entryId, one);
  }
  for (const given of moments.values()) {
    const [first] = given;
    if (first === undefined || given.some(({ _id }) => measured.get(_id)?.said)) continue;
    const [line] = nextLines(agentLines, numbers.get(first.triggerId ?? "") ?? first.seq);
    if (line === undefined || line.words.size < leastContentWords) continue;
    Object.assign(measured.get(first._id) ?? {}, { instead: likenessOf(line.text), insteadLine: line._id });
  }
  for (const { id, replies } of published) {
    const given = entries.get(id);
    const first = given && measured.get(given[0]?._id ?? "");
    if (!first) continue;
    first.unprompted = [];
    for (const reply of replies) {
      const prompt = given.find(({ replyId }) => replyId === reply.id)?.seq ?? Number.POSITIVE_INFINITY;
      const before = agentLines.filter(({ seq }) => seq <= prompt);
      const isUnprompted = [reply.text, reply.alternative ?? ""].some((text) =>
        isSaidSomewhere(contentOf(text.replace(placeholder, " ")), before),
      );
      if (isUnprompted) first.unprompted.push(reply.id);
      await pause();
    }
  }
  return measured;
}

function addTo<Key, One>(map: Map<Key, One[]>, key: Key, one: One): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}

/** Whether a reply is said within as many consecutive lines as are compared with a suggestion. */
function isSaidSomewhere(reply: Content, agentLines: readonly ReadLine[]): boolean {
  return agentLines.some((_, at) => isSaid(reply, agentLines.slice(at, at + linesAfter)));
}

/** A key that is equal for lines with the same words. */
function likenessOf(text: string): string {
  return createHash("sha256").update(sameness(text)).digest("base64url");
}
