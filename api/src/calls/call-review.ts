import type { CallReview, KeptSuggestion } from "@souffleur/contracts";
import { contentOf, isSaid, nextLines } from "../suggestions/content-words.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import { wireCall } from "./call-wire.ts";
import { type TalkLine, talkOf } from "./review/talk.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

type Line = TalkLine & { _id: string };

/** A call with its talk figures and what became of its suggestions. */
export async function reviewOf(
  call: CallDoc,
  records: Pick<CallRecords, "lines" | "suggestions">,
): Promise<CallReview> {
  const [lines, suggestions] = await Promise.all([
    records.lines.spoken(call),
    records.suggestions.of(call._id),
  ]);
  return reviewFrom(call, lines, suggestions);
}

/** @param lines all of the call, in order */
export function reviewFrom(
  call: CallDoc,
  lines: readonly Line[],
  suggestions: readonly SuggestionDoc[],
): CallReview {
  const numbers = new Map(lines.map(({ _id, seq }) => [_id, seq]));
  const agentLines = lines.filter(({ sender }) => sender === "agent");
  return {
    call: { ...wireCall(call), agentId: call.agentId },
    talk: talkOf(lines, call),
    suggestions: suggestions.map((suggestion) => kept(suggestion, numbers, agentLines)),
  };
}

function kept(
  suggestion: SuggestionDoc,
  numbers: ReadonlyMap<string, number>,
  agentLines: readonly Line[],
): KeptSuggestion {
  const { _id: id, text, confidence, category, provider, timestamp, triggerId = "", seq, state } = suggestion;
  return {
    id,
    text,
    confidence,
    category,
    timestamp: timestamp.toISOString(),
    provider,
    seq: numbers.get(triggerId) ?? seq,
    state: state ?? "given",
    said: isSaid(
      contentOf(text),
      nextLines(agentLines, seq).map((line) => contentOf(line.text)),
    ),
  };
}
