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
  /** Of a whisper: the colleague, and whether no page has reported it yet. */
  sender?: { userId: string; name: string };
  pending?: true;
  /** The highest state that a page reported. */
  state?: SuggestionFate;
  /** What in the playbook a language model's reply stands on, by name. */
  basedOn?: string[];
  /** The playbook's reply that it is, that reply's entry, and which of its two wordings. */
  replyId?: string;
  entryId?: string;
  wording?: "first" | "alternative";
  /** Of its call: a whisper's from the start. */
  agentId?: string;
  /** Of its call, and measured by its lines, once it has ended; so figures and habits come from suggestions alone. */
  organizationId?: string | null;
  startedAt?: Date;
  said?: boolean;
  /** None while its call is to be wrapped up. */
  successful?: boolean;
  /** The `outcomeRevision` that the measures belong to. */
  measuredAt?: number;
  /** Where no reply of its entry was said at this moment: the agent's line instead, and what it shares with its like. */
  insteadLine?: string;
  instead?: string;
  /** Of an entry's first suggestion in a call: those of its replies that the agent said before they were given. */
  unprompted?: string[];
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
    sender: { type: { _id: false, userId: String, name: String }, default: undefined },
    pending: Boolean,
    state: { type: String, enum: SuggestionFate.options },
    basedOn: { type: [String], default: undefined },
    replyId: String,
    entryId: String,
    wording: { type: String, enum: ["first", "alternative"] },
    organizationId: String,
    agentId: String,
    startedAt: Date,
    said: Boolean,
    successful: Boolean,
    measuredAt: Number,
    insteadLine: String,
    instead: String,
    unprompted: { type: [String], default: undefined },
  },
  schemaOptions,
);
suggestionSchema.index({ callId: 1, timestamp: 1 });
suggestionSchema.index(
  { agentId: 1, timestamp: 1 },
  { name: "waiting_whispers", partialFilterExpression: { pending: true } },
);
const measured = { startedAt: { $exists: true } };
// Has all that the figures count, so that no suggestion is read.
suggestionSchema.index(
  {
    organizationId: 1,
    startedAt: -1,
    replyId: 1,
    entryId: 1,
    wording: 1,
    state: 1,
    said: 1,
    successful: 1,
  },
  { name: "given_replies", partialFilterExpression: { ...measured, replyId: { $exists: true } } },
);
suggestionSchema.index(
  { organizationId: 1, startedAt: -1 },
  { name: "said_instead", partialFilterExpression: { ...measured, instead: { $exists: true } } },
);
suggestionSchema.index(
  { agentId: 1, startedAt: -1 },
  { name: "said_unprompted", partialFilterExpression: { ...measured, unprompted: { $exists: true } } },
);
