import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { openEnum } from "../fields.ts";
import { CallOutcome, ofCall } from "./calls.ts";

/** A call with fewer lines has an empty summary. */
export const linesOfSummaryMin = 5;

/**
 * What a point of a summary is: a sentence of a language model's summary, what the customer needs, an objection, the agent's
 * answer to one, an amount or another figure, a day or a time, or what either side promises to do.
 */
export const SummaryPointKind = z.enum([
  "summary",
  "need",
  "objection",
  "answer",
  "figure",
  "date",
  "promise",
]);
export type SummaryPointKind = z.infer<typeof SummaryPointKind>;

export const SummaryPoint = z.object({
  kind: openEnum(SummaryPointKind),
  /** In the words of the call; only a language model's sentences have words of their own. */
  text: z.string(),
  /** The numbers of the lines that contain it, in rising order. */
  lines: z.array(z.int().positive()).min(1),
});
export type SummaryPoint = z.infer<typeof SummaryPoint>;

/** An amount that may be what a won call has brought. */
export const SummaryAmount = z.object({
  amount: z.int().nonnegative(),
  /** The code of the currency that was said; undefined where only a number was. Dollars are the organization's own ones. */
  currency: z.string().optional(),
  /** Whether it is surely the price of something. */
  isSure: z.boolean(),
  /** The clause in which it was said last. */
  text: z.string(),
  lines: z.array(z.int().positive()).min(1),
});
export type SummaryAmount = z.infer<typeof SummaryAmount>;

export const ConversationSummary = z.object({
  /** "model" where a language model has written the points of the kind "summary"; all others are found by rules. */
  provider: z.enum(["rules", "model"]),
  /** By kind, and in the order of their lines. */
  points: z.array(SummaryPoint),
  /** What the call's outcome could be, as `saveOutcome` takes it: the amount of a won call where one alone is sure. */
  ...CallOutcome.omit({ revision: true }).partial().shape,
  /** The sentence that the suggested outcome follows from. */
  outcomeSaid: z.object({ text: z.string(), lines: z.array(z.int().positive()).min(1) }).optional(),
  /** The numbers of the lines that contain the next step. */
  nextStepLines: z.array(z.int().positive()).optional(),
  /** What was said about the day of the next step, where that names none or leaves two. */
  nextStepWhen: z.string().optional(),
  /** All amounts that may be that of a won call. */
  amounts: z.array(SummaryAmount).optional(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export const summarizeCall = endpoint("GET", "/api/calls/:callId/summary", {
  access: "session",
  tag: "Calls",
  summary:
    "What was said in a call: needs, objections and answers, figures, dates and promises, each with the lines that contain it, and a suggested outcome. A call of fewer than five lines has no points",
  limit: 120,
  ...ofCall,
  data: ConversationSummary,
});
