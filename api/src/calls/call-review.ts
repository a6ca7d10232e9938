import type { CallReview, KeptSuggestion, Talk } from "@souffleur/contracts";
import { contentOf, isSaid, nextLines } from "../suggestions/content-words.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import { wireCall } from "./call-wire.ts";
import { type TalkLine, talkOf } from "./review/talk.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

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
  return wireReview(
    call,
    talk,
    given.map((suggestion) => wireSuggestion(suggestion, triggers, suggestion.said === true)),
  );
}

/** @param lines all lines of the call, in order */
export function reviewFrom(
  call: CallDoc,
  lines: readonly Line[],
  suggestions: readonly SuggestionDoc[],
): CallReview {
  const triggers = new Map(lines.map((line) => [line._id, line]));
  const agentLines = lines.filter(({ sender }) => sender === "agent");
  const given = suggestions.map((suggestion) => {
    const after = nextLines(agentLines, suggestion.seq).map((line) => contentOf(line.text));
    return wireSuggestion(suggestion, triggers, isSaid(contentOf(suggestion.text), after));
  });
  return wireReview(call, talkOf(lines, call), given);
}

const wireReview = (call: CallDoc, talk: Talk, suggestions: KeptSuggestion[]): CallReview => ({
  call: { ...wireCall(call), agentId: call.agentId },
  talk,
  suggestions,
});

/** @param triggers the lines that triggered suggestions, by id */
function wireSuggestion(
  suggestion: SuggestionDoc,
  triggers: ReadonlyMap<string, { seq: number }>,
  said: boolean,
): KeptSuggestion {
  const { _id: id, text, confidence, category, provider, timestamp, triggerId = "", seq, state } = suggestion;
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
    ...(from !== undefined && { from }),
  };
}
