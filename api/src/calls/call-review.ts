import type { CallReview, KeptSuggestion, Talk } from "@souffleur/contracts";
import { contentOf, isSaid, nextLines } from "../suggestions/content-words.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import { wireCall } from "./call-wire.ts";
import { type TalkLine, talkOf } from "./review/talk.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

type Line = TalkLine & { _id: string };

/** A call with its talk figures and what became of its suggestions: as they were kept at its end, or from its lines. */
export async function reviewOf(
  call: CallDoc,
  { lines, suggestions, words }: Pick<CallRecords, "lines" | "suggestions" | "words">,
): Promise<CallReview> {
  const [talk, given] = await Promise.all([words.talk(call._id), suggestions.of(call._id)]);
  if (talk === undefined || given.some(({ said }) => said === undefined))
    return reviewFrom(call, await lines.spoken(call), given);
  const numbers = await lines.numbers(given.flatMap(({ triggerId = [] }) => triggerId));
  return wireReview(
    call,
    talk,
    given.map((suggestion) => wireSuggestion(suggestion, numbers, suggestion.said === true)),
  );
}

/** @param lines all of the call, in order */
export function reviewFrom(
  call: CallDoc,
  lines: readonly Line[],
  suggestions: readonly SuggestionDoc[],
): CallReview {
  const numbers = new Map(lines.map(({ _id, seq }) => [_id, seq]));
  const agentLines = lines.filter(({ sender }) => sender === "agent");
  const given = suggestions.map((suggestion) => {
    const after = nextLines(agentLines, suggestion.seq).map((line) => contentOf(line.text));
    return wireSuggestion(suggestion, numbers, isSaid(contentOf(suggestion.text), after));
  });
  return wireReview(call, talkOf(lines, call), given);
}

const wireReview = (call: CallDoc, talk: Talk, suggestions: KeptSuggestion[]): CallReview => ({
  call: { ...wireCall(call), agentId: call.agentId },
  talk,
  suggestions,
});

/** @param numbers of the lines that brought suggestions up, by their ids */
function wireSuggestion(
  suggestion: SuggestionDoc,
  numbers: ReadonlyMap<string, number>,
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
    seq: numbers.get(triggerId) ?? seq,
    state: state ?? "given",
    said,
    ...(from !== undefined && { from }),
  };
}
