import type { SuggestionFate } from "@souffleur/contracts";
import type { CallDoc, CallModels } from "./call-model.ts";
import { measuredReplies, type PublishedEntry, type SpokenLine } from "./measured-replies.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

export const measuredCall = {
  organizationId: 1,
  agentId: 1,
  startedAt: 1,
  outcome: 1,
  outcomeRevision: 1,
} as const;
export type MeasuredCall = Pick<CallDoc, "_id" | keyof typeof measuredCall>;

/** How often a reply was given with the same result. */
export interface GivenCount {
  replyId: string;
  entryId: string;
  wording: "first" | "alternative";
  /** The highest that was reported; null where none was. */
  state: SuggestionFate | null;
  said: boolean;
  /** Null while the calls are to be wrapped up. */
  successful: boolean | null;
  times: number;
}

/** A line that agents say at an entry's moment in place of its replies. */
export interface SaidInstead {
  entryId: string;
  text: string;
  times: number;
}

/** A range is counted in parts, so that no query of a large organization keeps the others waiting for long. */
const partMs = 10 * 24 * 60 * 60_000;
/** Of a range the newest moments are compared. */
const momentsRead = 20_000;
const leastTimes = 2;
const insteadOfEntry = 5;
/** Of an agent the newest entries of calls are compared. */
const habitsRead = 500;
const callsOfHabit = 5;
const unpromptedOfHabit = 3;

/** What became of the playbook's replies, kept with the suggestions of ended calls. */
export function createReplyRecords({ calls, lines, suggestions }: CallModels) {
  return {
    /** Ended calls that started since then. */
    calls: (organizationId: string, since: Date): Promise<number> =>
      calls.countDocuments({ organizationId, startedAt: { $gte: since }, durationSeconds: { $gte: 0 } }),

    /**
     * Keeps what an ended call shows of its suggestions. It can be repeated; where two do it at once, the call's newer
     * outcome stays.
     */
    async measure(
      call: MeasuredCall,
      spoken: readonly SpokenLine[],
      published: readonly PublishedEntry[],
    ): Promise<void> {
      const { _id: callId, organizationId, agentId, startedAt, outcome, outcomeRevision = 0 } = call;
      const given = await suggestions.find({ callId }).sort({ timestamp: 1 }).lean<SuggestionDoc[]>();
      if (given.length === 0) return;
      const measured = measuredReplies(given, spoken, published);
      const isNotNewer = { $not: { $gt: outcomeRevision } };
      await suggestions.bulkWrite(
        given.map(({ _id }) => {
          const { instead, insteadLine, ...rest } = measured.get(_id) ?? {};
          const set = { organizationId, agentId, startedAt, ...rest, measuredAt: outcomeRevision };
          const successful = outcome === undefined ? undefined : outcome === "successful";
          const optional = Object.entries({ successful, instead, insteadLine });
          return {
            updateOne: {
              filter: { _id, measuredAt: isNotNewer },
              update: {
                $set: { ...set, ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)) },
                $unset: Object.fromEntries(
                  optional.filter(([, value]) => value === undefined).map(([field]) => [field, ""]),
                ),
              },
            },
          };
        }),
        { ordered: false },
      );
    },

    /** Of ended calls that started since then. Several rows may have the same result. */
    async given(organizationId: string, since: Date): Promise<GivenCount[]> {
      const counts: GivenCount[] = [];
      for (let from = since.getTime(); from <= Date.now(); from += partMs) {
        const startedAt = { $gte: new Date(from), $lt: new Date(from + partMs) };
        counts.push(
          ...(await suggestions.aggregate<GivenCount>([
            { $match: { organizationId, startedAt, replyId: { $gt: "" } } },
            {
              $group: {
                _id: {
                  replyId: "$replyId",
                  entryId: "$entryId",
                  wording: { $ifNull: ["$wording", "first"] },
                  state: { $ifNull: ["$state", null] },
                  said: "$said",
                  successful: { $ifNull: ["$successful", null] },
                },
                times: { $sum: 1 },
              },
            },
            { $replaceWith: { $mergeObjects: ["$_id", { times: "$times" }] } },
          ])),
        );
      }
      return counts;
    },

    /** The most frequent lines of each entry first, of ended calls that started since then. */
    async instead(organizationId: string, since: Date): Promise<SaidInstead[]> {
      const frequent = await suggestions.aggregate<{ entryId: string; line: string; times: number }>([
        { $match: { organizationId, startedAt: { $gte: since }, instead: { $gt: "" } } },
        { $sort: { startedAt: -1 } },
        { $limit: momentsRead },
        {
          $group: {
            _id: { entryId: "$entryId", instead: "$instead" },
            times: { $sum: 1 },
            calls: { $addToSet: "$callId" },
            line: { $first: "$insteadLine" },
          },
        },
        { $match: { times: { $gte: leastTimes }, [`calls.${leastTimes - 1}`]: { $exists: true } } },
        {
          $group: {
            _id: "$_id.entryId",
            lines: {
              $topN: {
                n: insteadOfEntry,
                sortBy: { times: -1, line: 1 },
                output: { entryId: "$_id.entryId", line: "$line", times: "$times" },
              },
            },
          },
        },
        { $unwind: "$lines" },
        { $replaceWith: "$lines" },
      ]);
      // Only where the line is still there: what was erased has no text.
      const stored = await lines
        .find({ _id: { $in: frequent.map(({ line }) => line) } }, { text: 1 })
        .lean<{ _id: string; text: string }[]>();
      const texts = new Map(stored.map(({ _id, text }) => [_id, text]));
      return frequent.flatMap(({ line, ...rest }) => {
        const text = texts.get(line);
        return text === undefined ? [] : [{ ...rest, text }];
      });
    },

    /** The replies that an agent says unprompted in at least three of the last five calls in which their entry came up. */
    async quiet(agentId: string): Promise<ReadonlySet<string>> {
      const newest = await suggestions
        .find(
          { agentId, startedAt: { $exists: true }, unprompted: { $exists: true } },
          { _id: 0, entryId: 1, unprompted: 1 },
        )
        .sort({ startedAt: -1 })
        .limit(habitsRead)
        .lean<Required<Pick<SuggestionDoc, "entryId" | "unprompted">>[]>();
      return habitualReplies(newest);
    },
  };
}
export type ReplyRecords = ReturnType<typeof createReplyRecords>;

/** @param entriesOfCalls an entry of one call each, of the newest call first, with its replies that were said unprompted */
export function habitualReplies(
  entriesOfCalls: readonly Required<Pick<SuggestionDoc, "entryId" | "unprompted">>[],
): ReadonlySet<string> {
  const calls = new Map<string, number>();
  const times = new Map<string, number>();
  for (const { entryId, unprompted } of entriesOfCalls) {
    const known = calls.get(entryId) ?? 0;
    if (known === callsOfHabit) continue;
    calls.set(entryId, known + 1);
    for (const replyId of unprompted) times.set(replyId, (times.get(replyId) ?? 0) + 1);
  }
  return new Set([...times].filter(([, howOften]) => howOften >= unpromptedOfHabit).map(([id]) => id));
}
