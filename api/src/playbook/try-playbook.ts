import type { PlaybookMatch, tryPlaybook } from "@souffleur/contracts/playbook";
import type { z } from "zod";
import { appError } from "../http/errors.ts";
import { serverLimits } from "../limits.ts";
import { createSlices } from "../slices.ts";
import { type CompiledPlaybook, fill } from "../suggestions/matching/compile-playbook.ts";
import { readSlots, type Slots } from "../suggestions/matching/slots.ts";
import { type EntryMatch, rankEntries, type TranscriptLine } from "../suggestions/rank-replies.ts";

export type TriedLine = TranscriptLine & { seq?: number };
type Tried = z.output<typeof tryPlaybook.data>;

const matchesShown = 3;
const repliesShown = 3;
/** The same number of lines as for suggestions. */
const linesRead = 60;

function matchesOf(ranked: readonly EntryMatch[], values: Slots): PlaybookMatch[] {
  return ranked.slice(0, matchesShown).map(({ entry: { id, intent, replies }, score }) => ({
    entryId: id,
    intent,
    score: Math.round(score * 100) / 100,
    replies: replies
      .flatMap((reply) => {
        const text = fill(reply.first, values);
        return text === undefined ? [] : [{ id: reply.id, text }];
      })
      .slice(0, repliesShown),
  }));
}

/**
 * The matches of two playbooks at each line of a conversation.
 * @throws AppError SERVER_BUSY where the process has no time for it
 */
export async function tryPlaybooks(
  { draft, published }: Record<"draft" | "published", CompiledPlaybook>,
  lines: readonly TriedLine[],
): Promise<Tried> {
  const tried: Tried["lines"] = [];
  /** How often each matched entry was beaten, by the winning entry; `undefined` for an entry that has won once. */
  const beaten = new Map<string, Map<string, number> | undefined>();
  const pause = createSlices();
  const until = performance.now() + serverLimits.playbookTryMs;
  for (const [index, { seq, sender, text }] of lines.entries()) {
    await pause();
    if (performance.now() > until) throw appError("SERVER_BUSY", { retryAfter: 5 });
    const said = lines.slice(Math.max(0, index + 1 - linesRead), index + 1);
    const values = readSlots(said);
    const ranked = rankEntries(draft, said);
    await pause();
    const line = {
      ...(seq !== undefined && { seq }),
      sender,
      text,
      draft: matchesOf(ranked, values),
      published: matchesOf(rankEntries(published, said), values),
    };
    await pause();
    if (line.draft.length > 0 || line.published.length > 0 || lines.length === 1) tried.push(line);
    const [best, ...others] = ranked;
    if (best === undefined) continue;
    beaten.set(best.entry.id, undefined);
    for (const { entry } of others) {
      if (beaten.has(entry.id) && beaten.get(entry.id) === undefined) continue;
      const by = beaten.get(entry.id) ?? new Map<string, number>();
      beaten.set(entry.id, by.set(best.entry.id, (by.get(best.entry.id) ?? 0) + 1));
    }
  }
  const named = draft.entries.filter((entry) => !draft.general.includes(entry));
  return {
    lines: tried,
    unreached: named
      .filter(({ id }) => !beaten.has(id))
      .map(({ id: entryId, intent }) => ({ entryId, intent })),
    shadowed: named.flatMap(({ id: entryId, intent }) => {
      const [most] = [...(beaten.get(entryId) ?? [])].toSorted((a, b) => b[1] - a[1]);
      return most === undefined ? [] : [{ entryId, intent, by: most[0] }];
    }),
  };
}
