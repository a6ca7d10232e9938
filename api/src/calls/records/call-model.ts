import { CallSource, CallStatus, EndReason, Outcome, ScenarioName } from "@souffleur/contracts";
import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../../database/schema-options.ts";
import { eventsField, type OutgoingEvent } from "../../webhooks/event.ts";
import { type CallCustomer, customerIndex, customerSchema } from "../call-customer.ts";
import type { FiguresRevisionDoc } from "../figures/settled-counts.ts";
import { type NoteDoc, noteSchema, type ToldDoc, toldSchema } from "../note-model.ts";
import { type LineDoc, lineSchema } from "./line-model.ts";
import { type SuggestionDoc, suggestionSchema } from "./suggestion-model.ts";

export interface PhoneLine {
  /** The agent's channel, unique among all PBXs. */
  key: string;
  /** The ARI application of the process that follows the call; a later process with this name is its successor. */
  app: string;
  /** The client's channel. */
  client: string;
}

export interface HelpDoc {
  askedAt: Date;
  takenBy?: { userId: string; name: string } | undefined;
}

export interface CallDoc extends CallCustomer {
  _id: string;
  /** The audio session; its watchers' room is named after it. */
  sessionId: string;
  /** Null for calls of a platform administrator. */
  organizationId: string | null;
  agentId: string;
  agentName: string;
  source: CallSource;
  scenario?: ScenarioName;
  /** A scripted client alone was heard: removed by the first line of a real one, whose sound the agent shares. */
  practice?: true;
  callSid?: string;
  phone?: PhoneLine;
  /** What its number alone says of the customer, whose calls were looked for when the number was stored: the id, or the name, too. */
  byNumber?: "id" | "name";
  status: CallStatus;
  /** The slot of a scripted call, of which its agent has a limited number; undefined in telephone calls. */
  slot?: number;
  startedAt: Date;
  endedAt?: Date;
  /** Set at the end, so that calls can be found by their length. */
  durationSeconds?: number;
  reason?: EndReason;
  /** The number of the last line, which may not be stored yet. */
  seq: number;
  /** The id of the line that took the last number; a writer without an answer finds out by it whether it has the number. */
  numberedFor?: string;
  /** The count of media frames and recorded chunks, as far as it is written; undefined before the first. */
  packets?: number;
  /** When the agent's microphone and the shared call audio last produced a line. */
  microphoneAt?: Date;
  sharedAudioAt?: Date;
  /** The last recorded chunks that are processed (stored as lines, without speech, or an echo), and those with an echo. */
  settledChunks?: string[];
  echoChunks?: string[];
  notes: string;
  /** How often the notes were saved; undefined in older calls. */
  notesRevision?: number;
  /** Undefined until the call is wrapped up. */
  outcome?: Outcome;
  amount?: number;
  /** Of the amount; undefined for US dollars. */
  currency?: string;
  nextStep?: string;
  /** A day, as `2026-03-31`. */
  nextStepAt?: string;
  /** While the next step is not done: its day, or `withoutDay`. */
  openStep?: string;
  /** How often the outcome was changed; undefined before the first change. */
  outcomeRevision?: number;
  /** When it was last changed; undefined before the first change, and in older calls. */
  outcomeAt?: Date;
  /** How many suggestions were used; undefined before the first. */
  suggestionsUsed?: number;
  /** The agent's request for help; after the call's end, the request that was open then. */
  help?: HelpDoc;
  /** Keys of the replies that were suggested. */
  suggested: string[];
  /** Stems of all searchable words; undefined before they are collected. */
  words?: string[];
  /** The talk figures of a long call, as JSON, computed with `words`; outdated while `wordsDue` is set. */
  talk?: string;
  /** What a language model has written about its lines, as JSON; removed when one of them is corrected. */
  summary?: string;
  /** What it was about, by rules, computed with `words` where nobody has written that; removed when a line is corrected. */
  gist?: string;
  /** How often texts of its lines were changed; undefined before the first change. */
  corrections?: number;
  /** Set to a new value by each change of the searchable texts, and removed when `words` are collected. */
  wordsDue?: string;
  /** When its texts and names were erased; from then on it only counts in the figures, anonymously. */
  erasedAt?: Date;
  /** What webhooks are to be told. */
  events?: OutgoingEvent[];
  /** The process that owns the call; after `leaseUntil` it is considered dead. */
  owner: string;
  leaseUntil: Date;
}

const callSchema = new Schema<CallDoc>(
  {
    _id: { type: String, required: true },
    sessionId: { type: String, required: true },
    organizationId: { type: String, default: null },
    agentId: { type: String, required: true },
    agentName: { type: String, required: true },
    ...customerSchema,
    source: { type: String, enum: CallSource.options, required: true },
    scenario: { type: String, enum: ScenarioName.options },
    practice: Boolean,
    callSid: String,
    phone: {
      type: new Schema<PhoneLine>(
        {
          key: { type: String, required: true },
          app: { type: String, required: true },
          client: { type: String, required: true },
        },
        { _id: false, strict: "throw" },
      ),
    },
    byNumber: { type: String, enum: ["id", "name"] },
    status: { type: String, enum: CallStatus.options, required: true },
    slot: Number,
    startedAt: { type: Date, required: true },
    endedAt: Date,
    durationSeconds: Number,
    reason: { type: String, enum: EndReason.options },
    seq: { type: Number, default: 0 },
    numberedFor: String,
    packets: Number,
    microphoneAt: Date,
    sharedAudioAt: Date,
    echoChunks: { type: [String], default: undefined },
    settledChunks: { type: [String], default: undefined },
    notes: { type: String, default: "" },
    notesRevision: Number,
    outcome: { type: String, enum: Outcome.options },
    amount: Number,
    currency: String,
    nextStep: String,
    nextStepAt: String,
    openStep: String,
    outcomeRevision: Number,
    outcomeAt: Date,
    suggestionsUsed: Number,
    help: {
      type: {
        _id: false,
        askedAt: { type: Date, required: true },
        takenBy: { type: { _id: false, userId: String, name: String }, default: undefined },
      },
      default: undefined,
    },
    suggested: { type: [String], default: [] },
    // A call has hundreds of words, which only the search needs.
    words: { type: [String], default: undefined, select: false },
    talk: { type: String, select: false },
    summary: { type: String, select: false },
    gist: { type: String, select: false },
    corrections: Number,
    wordsDue: String,
    erasedAt: Date,
    events: eventsField,
    owner: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
  },
  schemaOptions,
);
callSchema.index({ sessionId: 1 }, { unique: true });
callSchema.index({ agentId: 1, status: 1, startedAt: -1 });
// The list, the newest first: all calls, and each filter that may match few of them. No index has a field that lines change,
// but for the one that a real client's first line changes.
callSchema.index({ organizationId: 1, startedAt: -1, _id: -1 });
callSchema.index({ organizationId: 1, practice: 1, startedAt: -1, _id: -1 });
callSchema.index({ organizationId: 1, outcome: 1, startedAt: -1, _id: -1 });
callSchema.index({ organizationId: 1, source: 1, startedAt: -1, _id: -1 });
callSchema.index({ organizationId: 1, durationSeconds: 1 });
callSchema.index({ organizationId: 1, agentId: 1, startedAt: -1, _id: -1 });
callSchema.index({ agentId: 1, startedAt: -1, _id: -1 });
callSchema.index({ agentId: 1, outcome: 1, startedAt: -1, _id: -1 });
// A covering index for the figures.
callSchema.index({
  organizationId: 1,
  startedAt: -1,
  durationSeconds: 1,
  outcome: 1,
  amount: 1,
  currency: 1,
  agentId: 1,
  practice: 1,
});
callSchema.index({ organizationId: 1, ...customerIndex });
// The last calls of a customer, and of a number.
callSchema.index(
  { clientId: 1, startedAt: -1, _id: -1 },
  { name: "calls_of_customer", partialFilterExpression: { clientId: { $exists: true } } },
);
// Open next steps by their days, which are few of all calls: of an agent, an organization and a customer.
for (const field of ["agentId", "organizationId", "clientId"])
  callSchema.index(
    { [field]: 1, openStep: 1, _id: 1 },
    { name: `open_steps_${field}`, partialFilterExpression: { openStep: { $exists: true } } },
  );
// The search. Without the id, which would make up most of each of its many keys.
callSchema.index({ organizationId: 1, words: 1, startedAt: -1 });
callSchema.index({ wordsDue: 1 }, { sparse: true });
callSchema.index({ "events.at": 1 }, { sparse: true });
// Calls that have ended recently.
callSchema.index(
  { organizationId: 1, endedAt: 1 },
  { name: "ended_calls", partialFilterExpression: { status: "ended" } },
);
// Only active calls, which are few however many calls are stored.
callSchema.index(
  { status: 1, leaseUntil: 1 },
  { name: "active_calls", partialFilterExpression: { status: "active" } },
);
callSchema.index(
  { agentId: 1, slot: 1 },
  {
    name: "active_call_slots",
    unique: true,
    partialFilterExpression: { status: "active", slot: { $exists: true } },
  },
);
callSchema.index({ "phone.key": 1 }, { unique: true, sparse: true });

const figuresRevisionSchema = new Schema<FiguresRevisionDoc>(
  { _id: { type: String, required: true }, revision: { type: Number, required: true } },
  schemaOptions,
);

export interface CallModels {
  calls: Model<CallDoc>;
  lines: Model<LineDoc>;
  suggestions: Model<SuggestionDoc>;
  figuresRevisions: Model<FiguresRevisionDoc>;
  notes: Model<NoteDoc>;
  notesTold: Model<ToldDoc>;
}

export function callModels(connection: Connection): CallModels {
  return {
    calls: connection.model<CallDoc>("Call", callSchema, "calls"),
    lines: connection.model<LineDoc>("CallLine", lineSchema, "call_lines"),
    suggestions: connection.model<SuggestionDoc>("CallSuggestion", suggestionSchema, "call_suggestions"),
    figuresRevisions: connection.model<FiguresRevisionDoc>(
      "FiguresRevision",
      figuresRevisionSchema,
      "figures_revisions",
    ),
    notes: connection.model<NoteDoc>("LineNote", noteSchema, "line_notes"),
    notesTold: connection.model<ToldDoc>("LineNotesTold", toldSchema, "line_notes_told"),
  };
}
