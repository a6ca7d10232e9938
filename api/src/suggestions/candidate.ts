import { SuggestionCategory } from "@souffleur/contracts";
import * as z from "zod";
import { isPlainReply, plainBeginning } from "./plain-reply.ts";

/**
 * A proposed reply. The agent may read it out as it stands, so it is short and plain: an address, a
 * telephone number or a hidden character in it comes from a transcript that tried to give orders, not from a reply.
 */
export const Candidate = z.object({
  text: z.string().trim().min(1).max(300, { abort: true }).refine(isPlainReply),
  confidence: z.number().min(0).max(1),
  category: SuggestionCategory,
  /** The ids of what in the playbook it stands on; a model that names none still answers. */
  entries: z.array(z.string()).optional().catch(undefined),
});
export type Candidate = z.infer<typeof Candidate>;

/** A reply that is still being written, as far as it may be shown. */
export const Draft = Candidate.extend({
  text: z.string().max(300).transform(plainBeginning).pipe(z.string().min(1)),
});

/** A reply's letters and digits: two replies with the same ones sound the same. */
export function sameness(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
