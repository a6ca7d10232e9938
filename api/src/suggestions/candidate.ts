import { SuggestionCategory } from "@souffleur/contracts";
import * as z from "zod";
import { isPlainReply } from "./plain-reply.ts";

/**
 * A reply that somebody proposes. The agent may read it out as it stands, so it is short and plain: an address, a
 * telephone number or a hidden character in it comes from a transcript that tried to give orders, not from a reply.
 */
export const Candidate = z.object({
  text: z.string().trim().min(1).max(300, { abort: true }).refine(isPlainReply),
  confidence: z.number().min(0).max(1),
  category: SuggestionCategory,
});
export type Candidate = z.infer<typeof Candidate>;

/** What makes two replies the same to who hears them: their letters and digits. */
export function sameness(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
