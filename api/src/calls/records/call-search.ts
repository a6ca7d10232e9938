import type { CallSummary, Sender } from "@souffleur/contracts";
import type { QueryFilter } from "mongoose";
import { createSlices } from "../../slices.ts";
import { customerTexts } from "../call-customer.ts";
import { createFinder, type Passage } from "../search/found-texts.ts";
import { searchTerms } from "../search/search-terms.ts";
import { sentencesIn } from "../summary/stored-summary.ts";
import {
  conditions,
  type Listed,
  type ListQuery,
  listed,
  readCursor,
  summary,
  writeCursor,
} from "./call-list.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";
import { linesOfPart } from "./line-records.ts";

type Condition = QueryFilter<CallDoc>;
const searched = { ...listed, notes: 1, summary: 1 } as const;
type Searched = Listed & Pick<CallDoc, "notes" | "summary">;
type SpokenText = Pick<LineDoc, "seq" | "sender" | "text">;
/** Some of a call's lines as columns, which takes the process a third of the time of documents. */
interface SpokenPart {
  _id: { callId: string };
  seq: number[];
  sender: Sender[];
  text: string[];
}

/** Limits of one page; a page that reaches one of them ends early, and its cursor continues there. */
const callsExamined = 2000;
const linesRead = 3000;
/** Calls whose lines are read together. */
const callsOfChunk = 25;
const linesOfChunk = 1000;

/** An index in the order of the list, with the condition on its first fields. */
interface AccessPath {
  where: Condition;
  hint: Record<string, 1 | -1>;
  /** A word that all its calls have. */
  word?: string;
}

/** Finds calls by words, in pages, the newest first. */
export function createCallSearch({ calls, lines }: CallModels) {
  /**
   * @param readable the calls that the caller may read
   * @param organizationId the caller's organization
   * @param found whether each call has its matching texts; without them, lines are read only to find a phrase
   * @throws AppError VALIDATION_ERROR for a search without a word
   */
  return async function page(
    { readable, organizationId }: { readable: Partial<CallDoc>; organizationId: string | null },
    query: ListQuery & { q: string },
    { found: withFound = true } = {},
  ): Promise<{ calls: CallSummary[]; nextCursor?: string }> {
    const terms = searchTerms(query.q);
    const find = createFinder(terms);
    const isRead = withFound || terms.phrases.length > 0;
    const paths = pathsOf(terms.needed, organizationId, { ...query, ...readable });
    const { path, floor } = await mostSelective(paths, query);
    const others = terms.needed.filter((word) => word !== path.word);
    const candidates = calls
      .find(
        {
          $and: [
            readable,
            { organizationId },
            path.where,
            ...conditions(query),
            ...(floor ? [{ startedAt: { $gte: floor } }] : []),
            ...(others.length > 0 ? [allOf(others, path)] : []),
          ],
        },
        searched,
      )
      .hint(path.hint)
      .sort({ startedAt: -1 })
      .batchSize(2 * callsOfChunk)
      .lean<Searched>()
      .cursor();
    const hits: CallSummary[] = [];
    let last: Searched | undefined;
    let read = 0;
    const pause = createSlices();
    try {
      for await (const chunk of chunks(newestFirst(candidates))) {
        if (hits.length === query.limit || read >= linesRead) return pageOf(hits, last);
        const spoken = isRead ? await linesOf(chunk) : undefined;
        for (const call of chunk) {
          if (hits.length === query.limit) return pageOf(hits, last);
          last = call;
          if (spoken !== undefined) read += call.seq;
          const found = spoken ? find(passagesOf(call, spoken.get(call._id))) : [];
          if (found) hits.push({ ...summary(call), ...(withFound && { found }) });
          await pause();
        }
      }
    } finally {
      await candidates.close();
    }
    return floor ? pageOf(hits, { startedAt: floor, _id: "" }) : { calls: hits };
  };

  /** The path with the fewest calls after the cursor; where they are too many, with the time at which the page ends. */
  async function mostSelective(
    paths: readonly AccessPath[],
    query: ListQuery,
  ): Promise<{ path: AccessPath; floor?: Date }> {
    const startedAt = query.cursor === undefined ? undefined : readCursor(query.cursor).startedAt;
    const time = {
      ...(startedAt && { $lte: startedAt }),
      ...(query.to && { $lt: new Date(query.to) }),
      ...(query.from && { $gte: new Date(query.from) }),
    };
    const counted = await Promise.all(
      paths.map(async (path) => {
        const [counts] = await calls
          .aggregate<{ howMany: number; floor: Date }>([
            { $match: { ...path.where, ...(Object.keys(time).length > 0 && { startedAt: time }) } },
            { $sort: { startedAt: -1 } },
            { $limit: callsExamined + 1 },
            { $group: { _id: null, howMany: { $sum: 1 }, floor: { $min: "$startedAt" } } },
          ])
          .hint(path.hint);
        return { path, howMany: counts?.howMany ?? 0, floor: counts?.floor };
      }),
    );
    const few = counted.reduce((best, one) => (one.howMany < best.howMany ? one : best));
    return { path: few.path, ...(few.floor && few.howMany > callsExamined && { floor: few.floor }) };
  }

  async function linesOf(chunk: readonly Searched[]): Promise<Map<string, SpokenText[]>> {
    const parts = await lines.aggregate<SpokenPart>([
      { $match: { callId: { $in: chunk.map(({ _id }) => _id) } } },
      { $sort: { callId: 1, seq: 1 } },
      {
        $group: {
          _id: { callId: "$callId", part: { $floor: { $divide: ["$seq", linesOfPart] } } },
          seq: { $push: "$seq" },
          sender: { $push: "$sender" },
          text: { $push: "$text" },
        },
      },
      { $sort: { _id: 1 } },
    ]);
    const byCall = new Map(chunk.map(({ _id }) => [_id, [] as SpokenText[]]));
    for (const { _id, seq, sender, text } of parts) {
      const spoken = byCall.get(_id.callId);
      for (const [at, one] of text.entries())
        spoken?.push({ seq: seq[at] as number, sender: sender[at] as Sender, text: one });
    }
    return byCall;
  }
}

function pathsOf(
  words: readonly string[],
  organizationId: string | null,
  { agentId, outcome }: Pick<ListQuery, "agentId" | "outcome">,
): AccessPath[] {
  const newest = { startedAt: -1, _id: -1 } as const;
  return [
    ...words.map((word): AccessPath => {
      const hint = { organizationId: 1, words: 1, startedAt: -1 } as const;
      return { where: { organizationId, words: word }, hint, word };
    }),
    ...(agentId ? [{ where: { agentId }, hint: { agentId: 1, ...newest } } as const] : []),
    ...(outcome
      ? [{ where: { organizationId, outcome }, hint: { organizationId: 1, outcome: 1, ...newest } } as const]
      : []),
  ];
}

/** A condition that a call has all these words; it is the most expensive one, so it comes last. */
function allOf(words: readonly string[], { word }: AccessPath): Condition {
  if (word === undefined) return { words: { $all: [...words] } };
  // With `$all`, the planner would use any one of these words as the bound of the index.
  return { $expr: { $setIsSubset: [words, { $ifNull: ["$words", []] }] } };
}

/** Sorts calls of the same millisecond by id, so that a cursor can point to one of them. */
async function* newestFirst(candidates: AsyncIterable<Searched>): AsyncGenerator<Searched> {
  let same: Searched[] = [];
  const inOrder = () => same.toSorted((a, b) => (a._id < b._id ? 1 : -1));
  for await (const call of candidates) {
    if (same[0] && same[0].startedAt > call.startedAt) {
      yield* inOrder();
      same = [];
    }
    same.push(call);
  }
  yield* inOrder();
}

async function* chunks(candidates: AsyncIterable<Searched>): AsyncGenerator<Searched[]> {
  let chunk: Searched[] = [];
  let lines = 0;
  for await (const call of candidates) {
    chunk.push(call);
    lines += call.seq;
    if (chunk.length < callsOfChunk && lines < linesOfChunk) continue;
    yield chunk;
    chunk = [];
    lines = 0;
  }
  if (chunk.length > 0) yield chunk;
}

function passagesOf(call: Searched, spoken: readonly SpokenText[] = []): Passage[] {
  const { agentName, notes, nextStep = "", summary } = call;
  return [
    ...customerTexts(call).map((text): Passage => ({ place: "client", text })),
    { place: "agent", text: agentName },
    { place: "notes", text: notes },
    { place: "nextStep", text: nextStep },
    ...sentencesIn(summary).map((text): Passage => ({ place: "summary", text })),
    ...spoken.map(({ seq, sender, text }): Passage => ({ place: "line", seq, sender, text })),
  ];
}

function pageOf(hits: CallSummary[], last: Pick<CallDoc, "startedAt" | "_id"> | undefined) {
  return { calls: hits, ...(last && { nextCursor: writeCursor({ ...last, id: last._id }) }) };
}
