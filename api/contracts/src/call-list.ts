import * as z from "zod";
import { Call, CallSource, CallStatus, Outcome, Sender } from "./calls.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { text } from "./texts/text.ts";

/** A text of a call in which a search has found its words. */
export const FoundText = z.object({
  place: z.enum(["client", "agent", "notes", "nextStep", "line"]),
  /** Of a line. */
  seq: z.int().positive().optional(),
  sender: Sender.optional(),
  /** Of a long text an excerpt, with "…" where it is cut. */
  text: z.string(),
  /** Where the words are, in UTF-16 units; `to` is exclusive. */
  marks: z.array(z.object({ from: z.int().nonnegative(), to: z.int().positive() })),
});
export type FoundText = z.infer<typeof FoundText>;

/** A call in the list. */
export const CallSummary = Call.pick({
  callId: true,
  agentName: true,
  clientName: true,
  source: true,
  status: true,
  startedAt: true,
  endedAt: true,
  durationSeconds: true,
  outcome: true,
  amount: true,
}).extend({
  agentId: z.string(),
  lines: z.int().nonnegative(),
  suggestionsUsed: z.int().nonnegative(),
  /** Of a search: up to three of the call's texts that have most of its words, in the call's order. */
  found: z.array(FoundText).optional(),
});
export type CallSummary = z.infer<typeof CallSummary>;

const instant = (label: "From" | "To") =>
  z.iso.datetime({
    offset: true,
    error: text(`${label} must be a time with its zone, such as 2026-03-31T09:00:00Z`),
  });
/** An empty one counts as left out: as a number it would be 0. */
const seconds = (label: "Least length" | "Greatest length") =>
  z
    .preprocess(
      (value) => (value === "" ? undefined : value),
      z.coerce
        .number({ error: text(`${label} must be whole seconds`) })
        .int({ error: text(`${label} must be whole seconds`) })
        .min(0, { error: text(`${label} must be whole seconds`) })
        .optional(),
    )
    .optional();

export const listCalls = endpoint({
  method: "GET",
  path: "/api/calls",
  access: "session",
  tag: "Calls",
  summary:
    "Calls, the newest first: all of the organization for whoever may view all calls, the caller's own for others",
  example: { query: { outcome: "follow_up", from: "2026-03-01T00:00:00+01:00", limit: 20 } },
  query: z.object({
    status: CallStatus.optional(),
    agentId: z.string().min(1).max(64).optional(),
    outcome: Outcome.optional(),
    source: CallSource.optional(),
    /** Calls that started at this time or later … */
    from: instant("From").optional(),
    /** … and before this one. */
    to: instant("To").optional(),
    /** Calls that lasted at least so long, and at most; a call under way has no length yet. */
    minSeconds: seconds("Least length"),
    maxSeconds: seconds("Greatest length"),
    /**
     * Finds ended calls by what was said, by notes, next step and names: French words without regard to case, accents
     * and inflection, all of which the call must have; words in quotation marks must stand in a row.
     */
    q: z
      .string({ error: text("Search must be text") })
      .trim()
      .max(limits.callSearchMax, {
        error: text(`Search is too long (max ${limits.callSearchMax} characters)`),
      })
      .transform((text) => (text === "" ? undefined : text))
      .optional(),
    /** "true": ended calls without an outcome. */
    toWrapUp: z.enum(["true", "false"], { error: text("To wrap up must be true or false") }).optional(),
    limit: z.coerce
      .number({ error: text("Limit must be a number") })
      .int({ error: text("Limit must be a whole number") })
      .min(1, { error: text("Limit must be at least 1") })
      .max(limits.callsPageMax, { error: text(`Limit must be at most ${limits.callsPageMax}`) })
      .default(limits.callsPageDefault),
    /** The `nextCursor` of the page before, with the same filters. */
    cursor: z
      .string()
      .max(200, { error: text("Cursor is not one that this list gave") })
      .optional(),
  }),
  data: z.object({
    calls: z.array(CallSummary),
    /** None on the last page. A page of a search may have fewer calls than the limit, or none, and go on. */
    nextCursor: z.string().optional(),
  }),
});

export const listCallAgents = endpoint({
  method: "GET",
  path: "/api/calls/agents",
  access: "session",
  tag: "Calls",
  summary: "The agents of the calls that the caller may read, each with the name in their newest call",
  data: z.object({
    /** By name, the first `callAgentsMax`. */
    agents: z.array(CallSummary.pick({ agentId: true, agentName: true })),
  }),
});
