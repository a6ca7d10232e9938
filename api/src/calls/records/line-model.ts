import { Sender } from "@souffleur/contracts";
import { Schema } from "mongoose";
import { schemaOptions } from "../../database/schema-options.ts";

export interface LineDoc {
  /** The line's messageId. */
  _id: string;
  callId: string;
  sessionId: string;
  seq: number;
  sender: Sender;
  text: string;
  /** When its speech ended; when it was stored where the source did not say. */
  timestamp: Date;
  /** When its speech began; undefined where the source did not say. */
  startedAt?: Date;
  confidence: number;
  isTranscription: boolean;
  /** The new texts of lines whose secret this line has completed, until they are written. */
  corrects?: { id: string; text: string }[];
  /** Whether its text was changed after it was emitted. */
  changed?: true;
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
    corrects: { type: [{ _id: false, id: String, text: String }], default: undefined },
    changed: Boolean,
  },
  schemaOptions,
);
lineSchema.index({ callId: 1, seq: 1 }, { unique: true });
// Only lines whose corrections are not written yet: none, except for milliseconds and after a crash.
lineSchema.index({ "corrects.id": 1 }, { sparse: true });
