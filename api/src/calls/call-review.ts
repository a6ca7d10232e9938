import type { CallReview, StoredSuggestion, TalkMetrics } from "@souffleur/contracts";
import { createSlices } from "../slices.ts";
import { contentOf, isSaid, nextLines } from "../suggestions/matching/content-words.ts";
import { toCallDto } from "./records/call-dto.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import type { SuggestionDoc } from "./records/suggestion-model.ts";
import { type TalkLine, talkMetricsOf } from "./review/talk-metrics.ts";

type Line = TalkLine & { _id: string };

/**
 * A call with its talk figures and the results of its suggestions: as stored at its end, or computed from its lines.
 * @param spoken reads all lines of the call, in order
 */
export async function reviewOf(
  call: CallDoc,
  { lines, suggestions, words }: Pick<CallRecords, "lines" | "suggestions" | "words">,
  spoken: () => Promise<readonly Line[]>,
): Promise<CallReview> {
  const [talk, given] = await Promise.all([words.talk(call._id), suggestions.of(call._id)]);
  if (talk === undefined || given.some(({ said }) => said === undefined))
    return reviewFrom(call, await spoken(), given);
  const triggers = await lines.byId(given.flatMap(({ triggerId = [] }) => triggerId));
  return toReviewDto(
    call,
    talk,
    given.map((suggestion) => toSuggestionDto(suggestion, triggers, suggestion.said === true)),
  );
}

/** @param lines all lines of the call, in order */
export async function reviewFrom(
  call: CallDoc,
  lines: readonly Line[],
  suggestions: readonly SuggestionDoc[],
): Promise<CallReview> {
  const triggers = new Map(lines.map((line) => [line._id, line]));
  const agentLines = lines.filter(({ sender }) => sender === "agent");
  const given: StoredSuggestion[] = [];
  const pause = createSlices();
  for (const suggestion of suggestions) {
    const after = nextLines(agentLines, suggestion.seq).map((line) => contentOf(line.text));
    given.push(toSuggestionDto(suggestion, triggers, isSaid(contentOf(suggestion.text), after)));
    await pause();
  }
  return toReviewDto(call, talkMetricsOf(lines, call), given);
}

const toReviewDto = (call: CallDoc, talk: TalkMetrics, suggestions: StoredSuggestion[]): CallReview => ({
  call: { ...toCallDto(call), agentId: call.agentId },
  talk,
  suggestions,
});

/** @param triggers the lines that triggered suggestions, by id */
function toSuggestionDto(
  suggestion: SuggestionDoc,
  triggers: ReadonlyMap<string, { seq: number }>,
  said: boolean,
): StoredSuggestion {
  const {
    _id: id,
    text,
    confidence,
    category,
    provider,
    timestamp,
    triggerId = "",
    seq,
    state,
    tookMs,
  } = suggestion;
  const from = suggestion.sender?.name;
  return {
    id,
    text,
    confidence,
    category,
    timestamp: timestamp.toISOString(),
    provider,
    seq: triggers.get(triggerId)?.seq ?? seq,
    state: state ?? "given",
    said,
    ...(tookMs !== undefined && { tookMs }),
    ...(from !== undefined && { from }),
  };
}
