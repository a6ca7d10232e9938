import type { CallSummary, Sender } from "@souffleur/contracts";
import type { QueryFilter } from "mongoose";
import { conditions, type Listed, type ListQuery, listed, summary } from "./call-list.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import { linesOfPart } from "./line-records.ts";
import { type Place, readCursor, writeCursor } from "./page-cursor.ts";
import { createFinder, type Passage } from "./search/found-texts.ts";
import { searchTerms } from "./search/search-terms.ts";

type Condition = QueryFilter<CallDoc>;
const searched = { ...listed, notes: 1, nextStep: 1 } as const;
type Searched = Listed & Pick<CallDoc, "notes" | "nextStep">;
interface SpokenText {
  seq: number;
  sender: Sender;
  text: string;
}
/** Some of a call's lines, by their fields: that costs the process a third of the time of a document each. */
interface SpokenPart {
  _id: { callId: string };
  seq: number[];
  sender: Sender[];
  text: string[];
}

/** What one page reads at most; a page that ends by it goes on with its cursor. */
const callsExamined = 2000;
const linesRead = 3000;
/** Calls whose lines are read together. */
const callsOfChunk = 25;
const linesOfChunk = 1000;

/** An index in the order of the list, and what confines it. */
interface Way {
  where: Condition;
  hint: Record<string, 1 | -1>;
  /** That all its calls have. */
  word?: string;
}

/** Pages of the calls that have some words, the newest first. */
export function createCallSearch({ calls, lines }: CallModels) {
  /**
   * @param readable the calls that the caller may read
   * @param organizationId the caller's
   * @param found false for calls without the texts that were found, for which lines are read only to find a phrase
   * @throws AppError VALIDATION_ERROR for a search that names no word
   */
  return async function page(
    { readable, organizationId }: { readable: Partial<CallDoc>; organizationId: string | null },
    query: ListQuery & { q: string },
    { found: withFound = true } = {},
  ): Promise<{ calls: CallSummary[]; nextCursor?: string }> {
    const terms = searchTerms(query.q);
    const find = createFinder(terms);
    const isRead = withFound || terms.phrases.length > 0;
    const { way, floor } = await narrowest(
      waysOf(terms.needed, organizationId, { ...query, ...readable }),
      query,
    );
    const others = terms.needed.filter((word) => word !== way.word);
    const candidates = calls
      .find(
        {
          $and: [
            readable,
            { organizationId },
            way.where,
            ...conditions(query),
            ...(floor ? [{ startedAt: { $gte: floor } }] : []),
            ...(others.length > 0 ? [allOf(others, way)] : []),
          ],
        },
        searched,
      )
      .hint(way.hint)
      .sort({ startedAt: -1 })
      .batchSize(2 * callsOfChunk)
      .lean<Searched>()
      .cursor();
    const hits: CallSummary[] = [];
    let last: Searched | undefined;
    let read = 0;
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
        }
      }
    } finally {
      await candidates.close();
    }
    return floor ? pageOf(hits, { startedAt: floor, _id: "" }) : { calls: hits };
  };

  /** The way with the fewest calls from the page's beginning on; where they are too many, how far back it is gone. */
  async function narrowest(ways: readonly Way[], query: ListQuery): Promise<{ way: Way; floor?: Date }> {
    const { startedAt } = query.cursor === undefined ? { startedAt: undefined } : readCursor(query.cursor);
    const time = {
      ...(startedAt && { $lte: startedAt }),
      ...(query.to && { $lt: new Date(query.to) }),
      ...(query.from && { $gte: new Date(query.from) }),
    };
    const counted = await Promise.all(
      ways.map(async (way) => {
        const [counts] = await calls
          .aggregate<{ howMany: number; floor: Date }>([
            { $match: { ...way.where, ...(Object.keys(time).length > 0 && { startedAt: time }) } },
            { $sort: { startedAt: -1 } },
            { $limit: callsExamined + 1 },
            { $group: { _id: null, howMany: { $sum: 1 }, floor: { $min: "$startedAt" } } },
          ])
          .hint(way.hint);
        return { way, howMany: counts?.howMany ?? 0, floor: counts?.floor };
      }),
    );
    const few = counted.reduce((best, one) => (one.howMany < best.howMany ? one : best));
    return { way: few.way, ...(few.floor && few.howMany > callsExamined && { floor: few.floor }) };
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

function waysOf(
  words: readonly string[],
  organizationId: string | null,
  { agentId, outcome }: Pick<ListQuery, "agentId" | "outcome">,
): Way[] {
  const newest = { startedAt: -1, _id: -1 } as const;
  return [
    ...words.map((word): Way => {
      const hint = { organizationId: 1, words: 1, startedAt: -1 } as const;
      return { where: { organizationId, words: word }, hint, word };
    }),
    ...(agentId ? [{ where: { agentId }, hint: { agentId: 1, ...newest } } as const] : []),
    ...(outcome
      ? [{ where: { organizationId, outcome }, hint: { organizationId: 1, outcome: 1, ...newest } } as const]
      : []),
  ];
}

/** The dearest condition of all. */
function allOf(words: readonly string[], { word }: Way): Condition {
  if (word === undefined) return { words: { $all: [...words] } };
  // By `$all` the words' own index would be bounded by any one of them.
  return { $expr: { $setIsSubset: [words, { $ifNull: ["$words", []] }] } };
}

/** Calls that began in the same millisecond have an order too, so that a cursor can name one of them. */
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
  const { clientName, agentName, notes, nextStep = "" } = call;
  return [
    { place: "client", text: clientName },
    { place: "agent", text: agentName },
    { place: "notes", text: notes },
    { place: "nextStep", text: nextStep },
    ...spoken.map(({ seq, sender, text }): Passage => ({ place: "line", seq, sender, text })),
  ];
}

function pageOf(hits: CallSummary[], last: Pick<CallDoc, "startedAt" | "_id"> | undefined) {
  const place: Place | undefined = last && { startedAt: last.startedAt, id: last._id };
  return { calls: hits, ...(place && { nextCursor: writeCursor(place) }) };
}
