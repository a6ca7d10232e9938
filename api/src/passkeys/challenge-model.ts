import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

export interface ChallengeDoc {
  /** The hash of the challenge. */
  _id: string;
  purpose: "add" | "prove" | "signIn";
  /** Of the session that asked for it; null for a sign-in. */
  sessionId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

const schema = new Schema<ChallengeDoc>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true },
    sessionId: { type: String, default: null },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  schemaOptions,
);
schema.index({ expiresAt: 1 });

export function challengeModel(connection: Connection): Model<ChallengeDoc> {
  return connection.model<ChallengeDoc>("PasskeyChallenge", schema, "passkey_challenges");
}
