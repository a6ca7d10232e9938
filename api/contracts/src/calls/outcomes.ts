import * as z from "zod";
import { choice } from "../fields.ts";
import type { ContractText } from "../texts/text.ts";

/** In the order of the wrap-up, whose keys are their numbers. */
export const outcomes = [
  "successful",
  "follow_up",
  "no_decision",
  "too_expensive",
  "competitor",
  "no_need",
  "unreachable",
  "other",
] as const;
/** The result of a call, as its agent states it. */
export const Outcome = choice("Outcome", outcomes);
export type Outcome = z.infer<typeof Outcome>;
/** The name of each outcome on screens and in figures. */
export const outcomeLabels: Readonly<Record<Outcome, ContractText>> = {
  successful: "Won",
  follow_up: "Follow-up",
  no_decision: "No decision",
  too_expensive: "Too expensive",
  competitor: "Competitor",
  no_need: "No need",
  unreachable: "Unreachable",
  other: "Other",
};

/** What an outcome means for the deal: a lost one is decided; a call without an outcome is open. */
export const dealStates = {
  successful: "won",
  follow_up: "open",
  no_decision: "open",
  too_expensive: "lost",
  competitor: "lost",
  no_need: "lost",
  unreachable: "lost",
  other: "lost",
} as const satisfies Record<Outcome, "won" | "open" | "lost">;

/** A call's outcome, as it is stored. */
export const CallOutcome = z.object({
  /** Undefined until the call is wrapped up, also where a next step is stored. */
  outcome: Outcome.optional(),
  /** In whole USD; for won calls only. */
  amount: z.int().nonnegative().optional(),
  nextStep: z.string().optional(),
  /** A day, without a time or a zone. */
  nextStepAt: z.iso.date().optional(),
  /** Counts how often the outcome was changed. */
  revision: z.int().nonnegative(),
});
export type CallOutcome = z.infer<typeof CallOutcome>;
