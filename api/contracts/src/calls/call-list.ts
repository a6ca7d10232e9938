import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { boundedText, choice, cursorField, idField, wholeNumber } from "../fields.ts";
import { limits } from "../limits.ts";
import { text } from "../texts/text.ts";
import { Call, CallSource, CallStatus, Outcome, Sender } from "./calls.ts";

/** A text of a call that matches a search. */
export const FoundText = z.object({
  place: z.enum(["client", "agent", "notes", "nextStep", "summary", "line"]),
  /** The number of a line. */
  seq: z.int().positive().optional(),
  sender: Sender.optional(),
  /** The text, or an excerpt of a long one, with "…" where it is cut. */
  text: z.string(),
  /** The places of the words, in UTF-16 units; `to` is exclusive. */
  marks: z.array(z.object({ from: z.int().nonnegative(), to: z.int().positive() })),
});
export type FoundText = z.infer<typeof FoundText>;

/** A call in the list. */
export const CallSummary = Call.pick({
  callId: true,
  agentName: true,
  customer: true,
  source: true,
  status: true,
  startedAt: true,
  endedAt: true,
  durationSeconds: true,
  outcome: true,
  amount: true,
  currency: true,
  nextStep: true,
  nextStepAt: true,
}).extend({
  agentId: z.string(),
  lines: z.int().nonnegative(),
  suggestionsUsed: z.int().nonnegative(),
  /** In a list of calls to wrap up: the client's last sentences, with "…" where they are cut. */
  lastSaid: z.string().optional(),
  /**
   * In a customer's list: what a language model has summarized, else the agent's notes, else up to three quotations that the
   * rules have chosen; with "…" where they are cut.
   */
  gist: z.string().optional(),
  /** In a search: up to three texts of the call with the most of its words, in the call's order. */
  found: z.array(FoundText).optional(),
});
export type CallSummary = z.infer<typeof CallSummary>;

const instant = (label: "From" | "To") =>
  z.iso.datetime({
    offset: true,
    error: text(`${label} must be a time with its zone, such as 2026-03-31T09:00:00Z`),
  });
/** Empty text counts as undefined; coerced to a number it would be 0. */
const seconds = (label: "Least length" | "Greatest length") =>
  z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      wholeNumber(`${label} must be whole seconds`).optional(),
    )
    .optional();

export const listCalls = endpoint("GET", "/api/calls", {
  access: "session",
  scope: "calls:read",
  tag: "Calls",
  summary:
    "Calls, the newest first: all of the organization for callers who may view all calls, the caller's own for others",
  example: { query: { outcome: "follow_up", from: "2026-03-01T00:00:00+01:00", limit: 20 } },
  query: z.object({
    status: CallStatus.optional(),
    agentId: idField().optional(),
    /** Calls with this customer of the organization. */
    customerId: idField().optional(),
    outcome: Outcome.optional(),
    source: CallSource.optional(),
    /** "true": calls in which a scripted client alone was heard; "false": all others. An export has those others by default. */
    practice: choice("Practice", ["true", "false"]).optional(),
    /** The start of the call is not before `from`, and before `to`. */
    from: instant("From").optional(),
    to: instant("To").optional(),
    /** The length of the call; a running call has none yet. */
    minSeconds: seconds("Least length"),
    maxSeconds: seconds("Greatest length"),
    /**
     * Searches lines, notes, next steps and names of ended calls. A call must have all words, in any case and French
     * inflection, with or without accents; words in quotation marks must be adjacent.
     */
    q: boundedText("Search", limits.callSearchMax)
      .transform((text) => (text === "" ? undefined : text))
      .optional(),
    /** "true": ended calls without an outcome, each with what its client said last. */
    toWrapUp: choice("To wrap up", ["true", "false"]).optional(),
    limit: z.coerce
      .number({ error: text("Limit must be a number") })
      .int({ error: text("Limit must be a whole number") })
      .min(1, { error: text("Limit must be at least 1") })
      .max(limits.callsPageMax, { error: text(`Limit must be at most ${limits.callsPageMax}`) })
      .default(limits.callsPageDefault),
    /** The `nextCursor` of the previous page, with the same filters. */
    cursor: cursorField(),
  }),
  data: z.object({
    calls: z.array(CallSummary),
    /** Undefined on the last page. In a search, other pages too may have fewer calls than the limit, or none. */
    nextCursor: z.string().optional(),
  }),
});

export const listCallAgents = endpoint("GET", "/api/calls/agents", {
  access: "session",
  scope: "calls:read",
  tag: "Calls",
  summary: "The agents of the calls that the caller may read, each with the name in their newest call",
  data: z.object({
    /** The first `callAgentsMax` by name. */
    agents: z.array(CallSummary.pick({ agentId: true, agentName: true })),
  }),
});
