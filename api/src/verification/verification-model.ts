import { type Connection, type Model, Schema } from "mongoose";
import { limits, type VerificationMethod } from "../contracts/index.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";

/** One request for a code or a link. Requests for unknown addresses leave the same trace, without an account. */
export interface VerificationDoc {
  _id: string;
  userId: string | null;
  method: VerificationMethod;
  attempts: number;
  /** Keyed hash of the code, from the moment that it is sent. */
  codeHash: string | null;
  /** Ten minutes from the sending; until then from the request, so that nobody can tell the two apart. */
  expiresAt: Date;
  usedAt: Date | null;
  /** False between the use of the code and the account's step that follows from it. */
  settled: boolean;
  createdAt: Date;
  outbox: QueuedMail[];
}

const schema = new Schema<VerificationDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, default: null },
    method: { type: String, required: true },
    attempts: { type: Number, default: 0 },
    codeHash: { type: String, default: null },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    settled: { type: Boolean, default: true },
    createdAt: { type: Date, required: true },
    outbox: outboxField,
  },
  { strict: "throw", strictQuery: "throw", versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ "outbox.dueAt": 1 });
schema.index({ expiresAt: 1 });
schema.index({ settled: 1 }, { partialFilterExpression: { settled: false } });

const keptMs = 24 * 60 * 60_000;

export interface Verifications {
  readonly model: Model<VerificationDoc>;
  insert(verification: VerificationDoc): Promise<void>;
  find(id: string): Promise<VerificationDoc | null>;
  /** The code is about to be sent: from now on it is valid. */
  arm(id: string, codeHash: string, now: Date): Promise<void>;
  /** Counts a try before anything is compared; null where none is left (or no such session is there). */
  countAttempt(id: string): Promise<VerificationDoc | null>;
  /** True for exactly one of those who present the right code. */
  use(id: string, now: Date): Promise<boolean>;
  settle(id: string): Promise<void>;
  unsettled(): Promise<VerificationDoc[]>;
  sweep(now: Date): Promise<void>;
}

export function createVerifications(connection: Connection): Verifications {
  const model = connection.model<VerificationDoc>("Verification", schema, "verifications");
  return {
    model,
    async insert(verification) {
      await model.create(verification);
    },
    find: (id) => model.findById(id).lean<VerificationDoc>(),
    async arm(id, codeHash, now) {
      const expiresAt = new Date(now.getTime() + limits.codeValidMs);
      await model.updateOne({ _id: id, usedAt: null }, { $set: { codeHash, expiresAt } });
    },
    countAttempt: (id) =>
      model
        .findOneAndUpdate(
          { _id: id, attempts: { $lt: limits.verificationAttempts } },
          { $inc: { attempts: 1 } },
          { returnDocument: "after" },
        )
        .lean<VerificationDoc>(),
    async use(id, now) {
      const { modifiedCount } = await model.updateOne(
        { _id: id, usedAt: null, expiresAt: { $gt: now } },
        { $set: { usedAt: now, settled: false } },
      );
      return modifiedCount === 1;
    },
    async settle(id) {
      await model.updateOne({ _id: id }, { $set: { settled: true } });
    },
    unsettled: () => model.find({ settled: false }).lean<VerificationDoc[]>(),
    async sweep(now) {
      // Kept for a day past their end: until then an old code is told as expired and not as wrong.
      await model.deleteMany({
        expiresAt: { $lte: new Date(now.getTime() - keptMs) },
        settled: true,
        "outbox.0": { $exists: false },
      });
    },
  };
}
