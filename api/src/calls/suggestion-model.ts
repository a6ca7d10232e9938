import { SuggestionCategory, SuggestionFate, SuggestionProvider } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

/** A suggestion that a call was given. */
export interface SuggestionDoc {
  _id: string;
  callId: string;
  /** How many lines the call had when it came. */
  seq: number;
  /** The line that brought it up. */
  triggerId?: string;
  text: string;
  confidence: number;
  category: SuggestionCategory;
  provider: SuggestionProvider;
  timestamp: Date;
  /** The highest state that a page reported. */
  state?: SuggestionFate;
  /** The playbook's reply that it is, that reply's entry, and which of its two wordings. */
  replyId?: string;
  entryId?: string;
  wording?: "first" | "alternative";
}

export const suggestionSchema = new Schema<SuggestionDoc>(
  {
    _id: { type: String, required: true },
    callId: { type: String, required: true },
    seq: { type: Number, required: true },
    triggerId: String,
    text: { type: String, required: true },
    confidence: { type: Number, required: true },
    category: { type: String, enum: SuggestionCategory.options, required: true },
    provider: { type: String, enum: SuggestionProvider.options, required: true },
    timestamp: { type: Date, required: true },
    state: { type: String, enum: SuggestionFate.options },
    replyId: String,
    entryId: String,
    wording: { type: String, enum: ["first", "alternative"] },
  },
  schemaOptions,
);
suggestionSchema.index({ callId: 1, timestamp: 1 });
