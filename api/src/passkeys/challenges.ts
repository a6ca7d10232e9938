import { createHash, randomBytes } from "node:crypto";
import { limits } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";

interface ChallengeDoc {
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

export type Challenges = ReturnType<typeof createChallenges>;

/** What a challenge was issued for: an answer to it is good for nothing else. */
export type Purpose = Pick<ChallengeDoc, "purpose" | "sessionId">;

/** Random challenges that an authenticator signs, each once. Every process sees them. */
export function createChallenges(connection: Connection) {
  const model = connection.model<ChallengeDoc>("PasskeyChallenge", schema, "passkey_challenges");
  return {
    /** @returns a challenge in base64url */
    async issue(purpose: Purpose, now: Date): Promise<string> {
      const challenge = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now.getTime() + limits.passkeyChallengeMs);
      await model.create({ _id: hashOf(challenge), ...purpose, createdAt: now, expiresAt });
      return challenge;
    },
    /** Uses a challenge up: of several requests with the same one exactly one gets it. */
    take: ({ purpose, sessionId }: Purpose, challenge: string, now: Date): Promise<ChallengeDoc | null> =>
      model
        .findOneAndDelete({ _id: hashOf(challenge), purpose, sessionId, expiresAt: { $gt: now } })
        .lean<ChallengeDoc>(),
    createIndexes: (): Promise<void> => model.createIndexes(),
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } });
    },
  };
}

function hashOf(challenge: string): string {
  return createHash("sha256").update(challenge).digest("base64url");
}
