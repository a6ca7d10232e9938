import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { choice, idField } from "../fields.ts";
import { limits } from "../limits.ts";
import { Call, callParams, exampleCall, ofCall, Sender, Suggestion } from "./calls.ts";

const statuses = ["delivered", "shown", "dismissed", "copied", "used"] as const;
/**
 * The states of a suggestion that a page reports, in rising order: a later report never lowers the state. "delivered" is
 * only reported for whispers of colleagues.
 */
export const SuggestionStatus = choice("State", statuses);
export type SuggestionStatus = z.infer<typeof SuggestionStatus>;

export const reportSuggestion = endpoint("PUT", "/api/calls/:callId/suggestions/:suggestionId", {
  access: "session",
  tag: "Suggestions",
  summary:
    "Report the state of a suggestion on its agent's screen; a lower state than the stored one changes nothing",
  errors: ["FORBIDDEN"],
  example: {
    params: { ...exampleCall, suggestionId: `${exampleCall.callId}:price-2` },
    body: { state: "used" },
  },
  params: callParams.extend({ suggestionId: idField(128) }),
  body: z.object({
    state: SuggestionStatus,
    /** Its place on the agent's screen, from 1, which is its key. */
    place: z.int().min(1).max(limits.suggestionsKept).optional(),
  }),
  /** The stored state. */
  data: z.object({ state: SuggestionStatus }),
});

/** A suggestion in its call's review. */
export const StoredSuggestion = Suggestion.pick({
  id: true,
  text: true,
  confidence: true,
  category: true,
  timestamp: true,
  provider: true,
  tookMs: true,
  from: true,
}).extend({
  /** The last line before it; 0 before the first line. */
  seq: z.int().nonnegative(),
  /** "given" until a page reports that it was shown. */
  state: z.enum(["given", ...SuggestionStatus.options]),
  /** Whether the agent's next two lines have its content words. */
  said: z.boolean(),
});
export type StoredSuggestion = z.infer<typeof StoredSuggestion>;

const seconds = z.number().nonnegative();

/** The figures of one speaker; `api/docs/calls.md` defines them. */
export const TalkSide = z.object({
  seconds,
  /** The share of the time in which either speaks, from 0 to 1. */
  share: z.number().min(0).max(1),
  words: z.int().nonnegative(),
  /** Undefined where no line has a measured start. */
  wordsPerMinute: z.int().nonnegative().optional(),
  questions: z.int().nonnegative(),
  interruptions: z.int().nonnegative(),
  /** `seq` is its first line. */
  longestMonologue: z.object({ seq: z.int().positive(), seconds }).optional(),
});
export type TalkSide = z.infer<typeof TalkSide>;

export const TalkMetrics = z.object({
  agent: TalkSide,
  client: TalkSide,
  silenceSeconds: seconds,
  longestSilenceSeconds: seconds,
  /** Consecutive lines of one speaker, in seconds after the call's start. */
  turns: z.array(z.object({ seq: z.int().positive(), sender: Sender, from: seconds, to: seconds })),
});
export type TalkMetrics = z.infer<typeof TalkMetrics>;

export const CallReview = z.object({
  call: Call.extend({ agentId: z.string() }),
  talk: TalkMetrics,
  suggestions: z.array(StoredSuggestion),
});
export type CallReview = z.infer<typeof CallReview>;

export const reviewCall = endpoint("GET", "/api/calls/:callId/review", {
  access: "session",
  scope: "calls:read",
  tag: "Calls",
  summary: "A call with its outcome, its talk figures, and the states of its suggestions",
  ...ofCall,
  data: CallReview,
});
