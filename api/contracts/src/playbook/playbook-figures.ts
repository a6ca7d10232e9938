import { callParams, endpoint, FiguresRange, requiredText, Sender, z } from "@souffleur/contracts";
import { text } from "../texts/text.ts";
import { playbookLimits } from "./playbook-content.ts";

const path = "/api/playbook";
const count = z.int().nonnegative();

/** An entry that matches a line. */
export const PlaybookMatch = z.object({
  entryId: z.string(),
  intent: z.string(),
  score: z.number(),
  /** The replies that would be suggested, with their values. */
  replies: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type PlaybookMatch = z.infer<typeof PlaybookMatch>;

export const tryPlaybook = endpoint("POST", `${path}/try`, {
  access: "organization",
  capability: "manageUsers",
  tag: "Playbook",
  summary:
    "What the draft and the published playbook would suggest for a line, or at each line of a call of the organization; for managers and callers who may manage settings",
  errors: ["NOT_FOUND"],
  // Each request matches a whole call twice.
  limit: 60,
  example: { body: { text: "C'est trop cher pour nous." } },
  body: z.union(
    [
      z.object({ text: requiredText("Line", playbookLimits.tryMax) }).strict(),
      z.object({ callId: callParams.shape.callId }).strict(),
    ],
    { error: text("Give either a text or a callId") },
  ),
  data: z.object({
    /** For a call, only the lines with a match. */
    lines: z.array(
      z.object({
        /** The number of a call's line. */
        seq: z.int().positive().optional(),
        sender: Sender,
        text: z.string(),
        draft: z.array(PlaybookMatch),
        published: z.array(PlaybookMatch),
      }),
    ),
    /** The draft's entries that no line matched. */
    unreached: z.array(z.object({ entryId: z.string(), intent: z.string() })),
    /** The draft's entries that were weaker than another one at every line that they matched. */
    shadowed: z.array(z.object({ entryId: z.string(), intent: z.string(), by: z.string() })),
  }),
});

/** An estimate with its 95 % interval, each from 0 to 1. */
export const RateEstimate = z.object({
  rate: z.number().min(0).max(1),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  /** The sample size. */
  of: count,
});
export type RateEstimate = z.infer<typeof RateEstimate>;

/** The figures of a reply, or of one of its two wordings. */
export const ReplyFigures = z.object({
  replyId: z.string(),
  entryId: z.string(),
  intent: z.string(),
  /** The last published text, with placeholders. */
  text: z.string(),
  wording: z.enum(["first", "alternative"]),
  /** Whether it is in the published playbook. */
  published: z.boolean(),
  given: count,
  shown: count,
  copied: count,
  used: count,
  dismissed: count,
  said: count,
  /** The share of those given; undefined where none was given. */
  saidRate: RateEstimate.optional(),
  /** The success rate of wrapped-up calls in which the reply was said, and of those in which it was given but not said. */
  successWith: RateEstimate.optional(),
  successWithout: RateEstimate.optional(),
});
export type ReplyFigures = z.infer<typeof ReplyFigures>;

export const readPlaybookFigures = endpoint("GET", `${path}/figures`, {
  access: "organization",
  capability: "viewAllCalls",
  tag: "Playbook",
  summary:
    "How often replies were given, used and said, and the success of their calls; for callers who may view all calls",
  limit: 60,
  example: { query: { range: "30d" } },
  query: z.object({ range: FiguresRange.default("30d") }),
  data: z.object({
    /** Ended calls in the range. */
    calls: count,
    replies: z.array(ReplyFigures),
    /** What agents said instead when an entry was suggested, the most frequent first. */
    instead: z.array(
      z.object({
        entryId: z.string(),
        intent: z.string(),
        lines: z.array(z.object({ text: z.string(), times: z.int().positive() })),
      }),
    ),
  }),
});
