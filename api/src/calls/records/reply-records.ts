import { isWon, type SuggestionStatus } from "@souffleur/contracts";
import { clock } from "../../clock.ts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { practiceOf } from "./call-list.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import { measuredReplies, type PublishedEntry, type SpokenLine } from "./measured-replies.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

export const measuredCall = {
  organizationId: 1,
  agentId: 1,
  startedAt: 1,
  practice: 1,
  outcome: 1,
  outcomeRevision: 1,
} as const;
export type MeasuredCall = Pick<CallDoc, "_id" | keyof typeof measuredCall>;

/** How often a reply was suggested with the same result. */
export interface GivenCount {
  replyId: string;
  entryId: string;
  wording: "first" | "alternative";
  /** The highest reported state; null where none was reported. */
  state: SuggestionStatus | null;
  said: boolean;
  /** Null until the calls are wrapped up. */
  successful: boolean | null;
  times: number;
}

/** A line that agents say instead of an entry's replies. */
export interface SaidInstead {
  entryId: string;
  text: string;
  times: number;
}

/** A range is counted in parts, so that the queries of a large organization do not delay others for long. */
const partMs = 10 * 24 * 60 * 60_000;
/** How many moments of a range are compared, the newest first. */
const momentsRead = 20_000;
const leastTimes = 2;
const insteadOfEntry = 5;
/** How many entries in an agent's calls are compared, the newest first. */
const habitsRead = 500;
const callsOfHabit = 5;
const unpromptedOfHabit = 3;

/** The results of the playbook's replies, which are stored with the suggestions of ended calls. */
export function createReplyRecords({ calls, lines, suggestions }: CallModels) {
  return {
    /** The number of ended calls that started since then, without practice. */
    calls: (organizationId: string, since: Date): Promise<number> =>
      calls.countDocuments({
        organizationId,
        startedAt: { $gte: since },
        durationSeconds: { $gte: 0 },
        ...practiceOf("false"),
      }),

    /**
     * Stores the measures of an ended call's suggestions. It can be repeated; of concurrent runs, the one with the newer
     * outcome wins.
     */
    async measure(
      call: MeasuredCall,
      spoken: readonly SpokenLine[],
      published: readonly PublishedEntry[],
    ): Promise<void> {
      const { _id: callId, agentId, startedAt, outcome, outcomeRevision = 0 } = call;
      // Figures count by organization, and leave practice out. The agent's habits are those of all calls.
      const organizationId = call.practice ? undefined : call.organizationId;
      const given = await suggestions.find({ callId }).sort({ timestamp: 1 }).lean<SuggestionDoc[]>();
      if (given.length === 0) return;
      const measured = await measuredReplies(given, spoken, published);
      const isNotNewer = { $not: { $gt: outcomeRevision } };
      await suggestions.bulkWrite(
        given.map(({ _id }) => {
          const { instead, insteadLine, ...rest } = measured.get(_id) ?? {};
          const set = { agentId, startedAt, ...rest, measuredAt: outcomeRevision };
          const successful = outcome === undefined ? undefined : isWon(outcome);
          return {
            updateOne: {
              filter: { _id, measuredAt: isNotNewer },
              update: setOrUnset({ ...set, organizationId, successful, instead, insteadLine }),
            },
          };
        }),
        { ordered: false },
      );
    },

    /** Counts in ended calls that started since then. Several rows may have the same result. */
    async given(organizationId: string, since: Date): Promise<GivenCount[]> {
      const counts: GivenCount[] = [];
      for (let from = since.getTime(); from <= clock.ms(); from += partMs) {
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

    /** Lines in ended calls that started since then, the most frequent of each entry first. */
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
      // Erased lines are left out.
      const stored = await lines
        .find({ _id: { $in: frequent.map(({ line }) => line) } }, { text: 1 })
        .lean<{ _id: string; text: string }[]>();
      const texts = new Map(stored.map(({ _id, text }) => [_id, text]));
      return frequent.flatMap(({ line, ...rest }) => {
        const text = texts.get(line);
        return text === undefined ? [] : [{ ...rest, text }];
      });
    },

    /** The replies that an agent said unprompted in at least three of the last five calls that matched their entry. */
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

/** @param entriesOfCalls matched entries of calls, the newest call first, with the replies that were said unprompted */
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
