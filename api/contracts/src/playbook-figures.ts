import { callParams, endpoint, FiguresRange, Sender, z } from "@souffleur/contracts";
import { playbookLimits, requiredText } from "./playbook-content.ts";
import { text } from "./texts/text.ts";

const path = "/api/playbook";
const count = z.int().nonnegative();

/** An entry that a line brings up, the strongest first. */
export const PlaybookMatch = z.object({
  entryId: z.string(),
  intent: z.string(),
  score: z.number(),
  /** The replies that would be suggested, with their values. */
  replies: z.array(z.object({ id: z.string(), text: z.string() })),
});
export type PlaybookMatch = z.infer<typeof PlaybookMatch>;

export const tryPlaybook = endpoint({
  method: "POST",
  path: `${path}/try`,
  access: "session",
  tag: "Playbook",
  summary:
    "What the draft and the published playbook would suggest for a line, or at each line of a call of the organization; for managers and whoever may manage settings",
  refusals: ["FORBIDDEN", "NOT_FOUND"],
  // Each one goes through a whole call twice.
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
    /** Of a call those lines alone that bring something up. */
    lines: z.array(
      z.object({
        /** Of a call's line. */
        seq: z.int().positive().optional(),
        sender: Sender,
        text: z.string(),
        draft: z.array(PlaybookMatch),
        published: z.array(PlaybookMatch),
      }),
    ),
    /** The draft's entries that no line brought up. */
    unreached: z.array(z.object({ entryId: z.string(), intent: z.string() })),
    /** The draft's entries that another one beat at every line that brought them up. */
    shadowed: z.array(z.object({ entryId: z.string(), intent: z.string(), by: z.string() })),
  }),
});

/** An estimate with its 95 % interval, each from 0 to 1. */
export const RateEstimate = z.object({
  rate: z.number().min(0).max(1),
  low: z.number().min(0).max(1),
  high: z.number().min(0).max(1),
  /** Of how many. */
  of: count,
});
export type RateEstimate = z.infer<typeof RateEstimate>;

/** What became of a reply, or of one of its two wordings. */
export const ReplyFigures = z.object({
  replyId: z.string(),
  entryId: z.string(),
  intent: z.string(),
  /** As last published, with its placeholders. */
  text: z.string(),
  wording: z.enum(["first", "alternative"]),
  /** Whether it stands in the published playbook. */
  published: z.boolean(),
  given: count,
  shown: count,
  copied: count,
  used: count,
  dismissed: count,
  said: count,
  /** Of those given; none where none was. */
  saidRate: RateEstimate.optional(),
  /** Successful ones of the wrapped-up calls that had the reply said, and of those that were given it and did not. */
  successWith: RateEstimate.optional(),
  successWithout: RateEstimate.optional(),
});
export type ReplyFigures = z.infer<typeof ReplyFigures>;

export const readPlaybookFigures = endpoint({
  method: "GET",
  path: `${path}/figures`,
  access: "session",
  tag: "Playbook",
  summary:
    "How often replies were given, used and said, and what came of their calls; for whoever may view all calls",
  refusals: ["FORBIDDEN"],
  limit: 60,
  example: { query: { range: "30d" } },
  query: z.object({ range: FiguresRange.default("30d") }),
  data: z.object({
    /** Ended calls in the range. */
    calls: count,
    replies: z.array(ReplyFigures),
    /** What agents say instead after an entry's moment, the most frequent first. */
    instead: z.array(
      z.object({
        entryId: z.string(),
        intent: z.string(),
        lines: z.array(z.object({ text: z.string(), times: z.int().positive() })),
      }),
    ),
  }),
});
