import { Sender } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

export interface LineDoc {
  /** The line's messageId. */
  _id: string;
  callId: string;
  sessionId: string;
  seq: number;
  sender: Sender;
  text: string;
  timestamp: Date;
  /** The time of its first interim text; undefined where the source has none, and in older lines. */
  startedAt?: Date;
  confidence: number;
  isTranscription: boolean;
}

export const lineSchema = new Schema<LineDoc>(
  {
    _id: { type: String, required: true },
    callId: { type: String, required: true },
    sessionId: { type: String, required: true },
    seq: { type: Number, required: true },
    sender: { type: String, enum: Sender.options, required: true },
    text: { type: String, required: true },
    timestamp: { type: Date, required: true },
    startedAt: Date,
    confidence: { type: Number, required: true },
    isTranscription: { type: Boolean, required: true },
  },
  schemaOptions,
);
lineSchema.index({ callId: 1, seq: 1 }, { unique: true });
