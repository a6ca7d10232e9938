import * as z from "zod";
import { Currency } from "../currencies.ts";
import { endpoint } from "../endpoint.ts";
import { boundedText, revisionField } from "../fields.ts";
import { limits } from "../limits.ts";
import { text } from "../texts/text.ts";
import { CallOutcome, callParams, exampleCall, isWon, Outcome } from "./calls.ts";

const firstDay = "2000-01-01";
const lastDay = "2099-12-31";

/** The day of a next step. */
export const nextStepDay = z.iso
  .date({ error: text("Next step's date must be a day such as 2026-03-31") })
  .refine((day) => day >= firstDay && day <= lastDay, {
    error: text(`Next step's date must be between ${firstDay} and ${lastDay}`),
  });

const notWhole = text("Amount must be a whole number");

/** Replaces the whole outcome: an omitted field is removed. */
const GivenOutcome = z
  .object({
    /** Null removes it, as by Undo. Not optional: a request whose body was cut off must not remove anything. */
    outcome: Outcome.nullable(),
    amount: z
      .number({ error: notWhole })
      .min(0, { error: text("Amount must not be negative") })
      .max(limits.amountMax, { error: text("Amount is too large") })
      // Last, as it also refuses what is too large for a safe integer.
      .int({ error: notWhole })
      .optional(),
    /** That of the amount, which the page has shown; without it, US dollars. */
    currency: Currency.optional(),
    nextStep: boundedText("Next step", limits.nextStepMax)
      .transform((text) => (text === "" ? undefined : text))
      .optional(),
    nextStepAt: nextStepDay.optional(),
    /** The `outcomeRevision` on which this is based; without it, any stored outcome is replaced. */
    revision: revisionField.optional(),
  })
  .refine(({ outcome, amount }) => amount === undefined || isWon(outcome), {
    path: ["amount"],
    error: text("An amount is for a successful call only"),
  });

export const saveOutcome = endpoint("PUT", "/api/calls/:callId/outcome", {
  access: "session",
  tag: "Calls",
  summary:
    "Save the outcome of a call; for its agent and callers who manage users of its organization. 409 with the stored outcome as `current` where it has changed since the revision that is named",
  errors: ["FORBIDDEN", "INVALID_TRANSITION"],
  example: {
    params: exampleCall,
    body: { outcome: "follow_up", nextStep: "Send the quote", nextStepAt: "2026-03-31" },
  },
  params: callParams,
  body: GivenOutcome,
  data: CallOutcome,
});
