import { SuggestionCategory } from "@souffleur/contracts";
import { foldedWords } from "@souffleur/contracts/fold";
import * as z from "zod";
import { isPlainReply, plainBeginning } from "./plain-reply.ts";

/**
 * A proposed reply. The agent may read it out as it is, so it is short and plain: an address, a telephone number or a hidden
 * character in it comes from a transcript that tried to give orders to the model.
 */
export const Candidate = z.object({
  text: z.string().trim().min(1).max(300, { abort: true }).refine(isPlainReply),
  confidence: z.number().min(0).max(1),
  category: SuggestionCategory,
  /** Ids of the playbook's entries and facts that it is based on. */
  entries: z.array(z.string()).optional().catch(undefined),
});
export type Candidate = z.infer<typeof Candidate>;

/** The part of a reply that may be shown while it is still being written. */
export const Draft = Candidate.extend({
  text: z.string().max(300).transform(plainBeginning).pipe(z.string().min(1)),
});

/** A reply's letters and digits, which are the same for replies that sound the same. */
export function sameness(text: string): string {
  return foldedWords(text).join(" ");
}
