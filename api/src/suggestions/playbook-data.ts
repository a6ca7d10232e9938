import { SuggestionCategory } from "@souffleur/contracts";
import * as z from "zod";
import closing from "./playbook/closing.json" with { type: "json" };
import generic from "./playbook/generic.json" with { type: "json" };
import objections from "./playbook/objections.json" with { type: "json" };
import opening from "./playbook/opening.json" with { type: "json" };
import solution from "./playbook/solution.json" with { type: "json" };
import { type SlotName, slotNames } from "./slots.ts";

/** The intent whose replies fit any moment of a call. */
export const genericIntent = "generic";

const slotPattern = /\{(\w+)\}/gu;
const isSlot = (name: string): name is SlotName => slotNames.some((known) => known === name);

const Reply = z
  .strictObject({
    id: z.string().regex(/^[a-z-]+-\d+$/u),
    category: SuggestionCategory,
    text: z.string().min(1),
  })
  .transform((reply, context) => {
    const slots = Array.from(reply.text.matchAll(slotPattern), ([, name = ""]) => name);
    const unknown = slots.find((name) => !isSlot(name));
    if (unknown !== undefined)
      context.addIssue({ code: "custom", message: `${reply.id}: no slot ${unknown}` });
    return { ...reply, slots: slots.filter(isSlot) };
  });
export type Reply = z.infer<typeof Reply>;

const Intent = z.strictObject({
  intent: z.string().min(1),
  /**
   * Words and what they weigh. They match any inflection, with or without accents; a leading `=` asks for the
   * very word. A negative weight takes back what a shorter pattern gave ("pas cher").
   */
  patterns: z.record(z.string().min(1), z.number()),
  replies: z.array(Reply).min(3),
});
export type Intent = z.infer<typeof Intent>;

/** The playbook; reading it fails at the server's start when a data file is wrong. */
export const playbook: readonly Intent[] = z
  .array(Intent)
  .refine(
    (intents) => new Set(intents.map((one) => one.intent)).size === intents.length,
    "An intent stands twice",
  )
  .refine((intents) => {
    const ids = intents.flatMap((one) => one.replies.map((reply) => reply.id));
    return new Set(ids).size === ids.length;
  }, "A reply's id stands twice")
  .parse([...opening, ...objections, ...solution, ...closing, ...generic]);

/** A reply's text with its slots filled, or undefined where one has no value. */
export function fill(reply: Reply, slots: Partial<Record<SlotName, string>>): string | undefined {
  if (reply.slots.some((name) => slots[name] === undefined)) return undefined;
  const text = reply.text.replace(slotPattern, (_match, name: SlotName) => slots[name] ?? "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
