import type { TalkMetrics } from "@souffleur/contracts";
import { inTurn } from "../../scheduling/in-turn.ts";
import { stem, wordsOf } from "../../suggestions/matching/french-stem.ts";
import { customerProjection, customerTexts } from "../customer-fields.ts";
import { talkMetricsOf } from "../review/talk-metrics.ts";
import { figureTerms } from "../search/figure-terms.ts";
import { nameTerms } from "../search/name-terms.ts";
import { isFound } from "../search/search-terms.ts";
import { sentencesIn } from "../summary/stored-summary.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineRecords } from "./line-records.ts";
import type { PublishedEntry } from "./measured-replies.ts";
import { type MeasuredCall, measuredCall, type ReplyRecords } from "./reply-records.ts";

const readFields = {
  ...customerProjection,
  agentName: 1,
  notes: 1,
  nextStep: 1,
  summary: 1,
  wordsDue: 1,
  seq: 1,
  endedAt: 1,
} as const;
type Due = MeasuredCall & Pick<CallDoc, keyof typeof readFields>;

/** Stored calls of an older version are processed soon at this rate, which leaves the process time for its work. */
const callsAtOnce = 50;

/** The talk figures of calls with fewer lines are computed on request. */
const linesOfLongCall = 500;

/** The stems by which the search finds a call, from all words of its texts. */
export const foundStems = (words: Iterable<string>): string[] => [
  ...new Set([...words].map(stem).filter(isFound)),
];

/** Computes from all lines of ended calls: the stems for the search, the results of replies, and talk figures of long calls. */
export function createCallWords(
  { calls }: Pick<CallModels, "calls">,
  { settled, spoken }: Pick<LineRecords, "settled" | "spoken">,
  { measure }: Pick<ReplyRecords, "measure">,
) {
  async function read(
    call: Due,
    publishedEntries: PublishedEntries,
  ): Promise<Pick<CallDoc, "words" | "talk">> {
    const { _id: callId, clientName, agentName, notes, nextStep = "", summary, organizationId } = call;
    // Includes a line that was being stored when the call ended.
    await settled(callId);
    const lines = await spoken(call);
    await measure(call, lines, await publishedEntries(organizationId));
    const own = [...customerTexts(call), agentName, notes, nextStep, ...sentencesIn(summary)];
    const texts = [...own, ...lines.map(({ text }) => text)];
    const words = new Set(texts.flatMap(wordsOf));
    const terms = [...texts.flatMap(figureTerms), ...[clientName, agentName].flatMap(nameTerms)];
    return {
      words: [...new Set([...foundStems(words), ...terms.map(({ stem: term }) => term)])],
      ...(lines.length >= linesOfLongCall && { talk: JSON.stringify(talkMetricsOf(lines, call)) }),
    };
  }

  return {
    /** The stored talk figures of a long call; undefined where they must be computed from its lines. */
    async talk(callId: string): Promise<TalkMetrics | undefined> {
      const call = await calls
        .findOne({ _id: callId, wordsDue: { $exists: false } }, { talk: 1 })
        .lean<Pick<CallDoc, "talk">>();
      return call?.talk === undefined ? undefined : (JSON.parse(call.talk) as TalkMetrics);
    },

    /**
     * Processes some ended calls whose texts or outcome have changed; several processes may do so at once. A call that
     * changes meanwhile stays due.
     * @param publishedEntries no entries by default
     */
    async collect(publishedEntries: PublishedEntries = async () => []): Promise<void> {
      const due = await calls
        .find({ wordsDue: { $exists: true }, status: "ended" }, { ...readFields, ...measuredCall })
        .limit(callsAtOnce)
        .lean<Due[]>();
      await inTurn(due, async (call) => {
        const kept = await read(call, publishedEntries);
        await calls.updateOne(
          { _id: call._id, wordsDue: call.wordsDue as string },
          { $set: kept, $unset: { wordsDue: "" } },
        );
      });
    },
  };
}

/** The entries of an organization's current playbook. */
export type PublishedEntries = (organizationId: string | null) => Promise<readonly PublishedEntry[]>;
