import { Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

/** A supervisor's note on a line of a call. */
export interface NoteDoc {
  _id: string;
  callId: string;
  seq: number;
  organizationId: string;
  /** The call's agent. */
  agentId: string;
  author: { userId: string; name: string };
  text: string;
  at: Date;
  answer?: string;
  /** Until it is closed. */
  open?: true;
  closedAt?: Date;
}

const author = new Schema<NoteDoc["author"]>(
  { userId: { type: String, required: true }, name: { type: String, required: true } },
  { _id: false, strict: "throw" },
);

export const noteSchema = new Schema<NoteDoc>(
  {
    _id: { type: String, required: true },
    callId: { type: String, required: true },
    seq: { type: Number, required: true },
    organizationId: { type: String, required: true },
    agentId: { type: String, required: true },
    author: { type: author, required: true },
    text: { type: String, required: true },
    at: { type: Date, required: true },
    answer: String,
    open: Boolean,
    closedAt: Date,
  },
  schemaOptions,
);
noteSchema.index({ callId: 1, seq: 1, at: 1 });
noteSchema.index({ organizationId: 1 });
noteSchema.index(
  { agentId: 1, organizationId: 1, at: -1 },
  { name: "open_notes", partialFilterExpression: { open: true } },
);

/** When an agent was last told of open notes. */
export interface ToldDoc {
  /** The agent's account. */
  _id: string;
  toldAt: Date;
}

export const toldSchema = new Schema<ToldDoc>(
  { _id: { type: String, required: true }, toldAt: { type: Date, required: true } },
  schemaOptions,
);
