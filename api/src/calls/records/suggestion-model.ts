import { SuggestionCategory, SuggestionProvider, SuggestionStatus } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../../audit/event.ts";
import { schemaOptions } from "../../database/schema-options.ts";

/** A suggestion in a call. */
export interface SuggestionDoc {
  _id: string;
  callId: string;
  /** How many lines the call had when it was made. */
  seq: number;
  /** The line that triggered it. */
  triggerId?: string;
  text: string;
  confidence: number;
  category: SuggestionCategory;
  provider: SuggestionProvider;
  /** How long its making took, in ms; unknown for those of earlier releases. */
  tookMs?: number;
  timestamp: Date;
  /** For a whisper: the colleague, and whether no page has reported it yet. */
  sender?: { userId: string; name: string };
  pending?: true;
  /** The highest state that a page has reported. */
  state?: SuggestionStatus;
  /** Its last place on the agent's screen, from 1. */
  place?: number;
  /** The names of the playbook's entries and facts that a language model used. */
  basedOn?: string[];
  /** For a reply of the playbook: its id, its entry, and which of its two wordings. */
  replyId?: string;
  entryId?: string;
  wording?: "first" | "alternative";
  /** The call's agent: for a whisper from the start, otherwise set with the measures. */
  agentId?: string;
  /**
   * Fields and measures of the ended call, so that figures and habits are computed from suggestions alone. Those of practice
   * calls have no organization, by which figures count.
   */
  organizationId?: string | null;
  startedAt?: Date;
  said?: boolean;
  /** Undefined until its call is wrapped up. */
  successful?: boolean;
  /** The `outcomeRevision` to which the measures belong. */
  measuredAt?: number;
  /** Where no reply of its entry was said at this moment: the agent's line instead, and a key of its words. */
  insteadLine?: string;
  instead?: string;
  /** For an entry's first suggestion in a call: the entry's replies that the agent said before they were suggested. */
  unprompted?: string[];
  /** For a whisper: that it was sent, until it is in the audit log. */
  audit?: StoredEvent[];
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
    tookMs: Number,
    timestamp: { type: Date, required: true },
    sender: { type: { _id: false, userId: String, name: String }, default: undefined },
    pending: Boolean,
    state: { type: String, enum: SuggestionStatus.options },
    place: Number,
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
    audit: { type: [auditEventSchema], default: undefined },
  },
  schemaOptions,
);
suggestionSchema.index({ callId: 1, timestamp: 1 });
suggestionSchema.index({ "audit.at": 1 }, { sparse: true });
suggestionSchema.index(
  { agentId: 1, timestamp: 1 },
  { name: "waiting_whispers", partialFilterExpression: { pending: true } },
);
const measured = { startedAt: { $exists: true } };
const counted = { replyId: 1, entryId: 1, wording: 1, state: 1, said: 1, successful: 1 } as const;
// A covering index for the figures.
suggestionSchema.index(
  { organizationId: 1, startedAt: -1, ...counted },
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
