import type { TalkMetrics } from "@souffleur/contracts";
import { setOrUnset } from "../../database/set-or-unset.ts";
import { inTurn } from "../../scheduling/in-turn.ts";
import { createSlices } from "../../slices.ts";
import { stem, wordsOf } from "../../suggestions/matching/french-stem.ts";
import { customerProjection, customerTexts } from "../call-customer.ts";
import { talkMetricsOf } from "../review/talk-metrics.ts";
import { figureTerms } from "../search/figure-terms.ts";
import { nameTerms } from "../search/name-terms.ts";
import { isFound } from "../search/search-terms.ts";
import { sentencesIn } from "../summary/stored-summary.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineRecords, SpokenLine } from "./line-records.ts";
import type { PublishedEntry } from "./measured-replies.ts";
import { type MeasuredCall, measuredCall, type ReplyRecords } from "./reply-records.ts";

const readFields = {
  ...customerProjection,
  agentName: 1,
  notes: 1,
  nextStep: 1,
  summary: 1,
  wordsDue: 1,
  status: 1,
  seq: 1,
  corrections: 1,
  endedAt: 1,
} as const;
type Due = MeasuredCall & Pick<CallDoc, keyof typeof readFields>;

/** The talk figures of calls with fewer lines are computed on request. */
const linesOfLongCall = 500;

/** The stems by which the search finds a call, from all words of its texts. */
export const foundStems = (words: Iterable<string>): string[] => [
  ...new Set([...words].map(stem).filter(isFound)),
];

/**
 * Computes from all lines of ended calls: the stems for the search, the results of replies, talk figures of long calls, and what
 * a call was about where neither a language model nor the agent has written it.
 */
export function createCallWords(
  { calls }: Pick<CallModels, "calls">,
  { settled, spoken }: Pick<LineRecords, "settled" | "spoken">,
  { measure }: Pick<ReplyRecords, "measure">,
) {
  async function read(
    call: Due,
    publishedEntries: PublishedEntries,
    gistOf: GistOf,
  ): Promise<{ words: string[]; talk: string | undefined; gist: string | undefined }> {
    const { _id: callId, clientName, agentName, notes, nextStep = "", summary, organizationId } = call;
    // Includes a line that was being stored when the call ended.
    await settled(callId);
    const lines = await spoken(call);
    await measure(call, lines, await publishedEntries(organizationId));
    const own = [...customerTexts(call), agentName, notes, nextStep, ...sentencesIn(summary)];
    const texts = [...own, ...lines.map(({ text }) => text)];
    const words = new Set<string>();
    const terms = [clientName, agentName].flatMap(nameTerms);
    const pause = createSlices();
    for (const text of texts) {
      for (const word of wordsOf(text)) words.add(word);
      terms.push(...figureTerms(text));
      await pause();
    }
    const isTold = notes.trim() !== "" || sentencesIn(summary).length > 0;
    const gist = isTold ? "" : await gistOf(call, lines);
    return {
      words: [...new Set([...foundStems(words), ...terms.map(({ stem: term }) => term)])],
      talk: lines.length >= linesOfLongCall ? JSON.stringify(talkMetricsOf(lines, call)) : undefined,
      gist: gist === "" ? undefined : gist,
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

    /** The ended calls whose texts or outcome have changed, and what is read of them. */
    waiting: { filter: { wordsDue: { $exists: true }, status: "ended" as const }, since: "endedAt" },
    select: { ...readFields, ...measuredCall },

    /**
     * Processes some of them; several processes may do so at once. A call that changes meanwhile stays due.
     * @param publishedEntries no entries by default
     * @param gistOf what a call was about; nothing by default
     */
    async collect(
      due: readonly Due[],
      publishedEntries: PublishedEntries = async () => [],
      gistOf: GistOf = async () => "",
    ): Promise<void> {
      await inTurn(due, async (call) => {
        const kept = await read(call, publishedEntries, gistOf);
        await calls.updateOne(
          { _id: call._id, wordsDue: call.wordsDue as string },
          setOrUnset({ ...kept, wordsDue: undefined }),
        );
      });
    },
  };
}

/** Two lines of quotations; empty where there is nothing to quote. */
type GistOf = (call: Due, lines: readonly SpokenLine[]) => Promise<string>;

/** The entries of an organization's current playbook. */
export type PublishedEntries = (organizationId: string | null) => Promise<readonly PublishedEntry[]>;
