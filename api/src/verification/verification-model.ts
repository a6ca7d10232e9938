import { limits, type VerificationMethod } from "@souffleur/contracts";
import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";

/** One request for a code or a link. Requests for unknown addresses leave the same trace, without an account. */
export interface VerificationDoc {
  _id: string;
  userId: string | null;
  /** The registration that the code verifies. */
  formId: string | null;
  /** It was chosen as the address's only one: it must still be the only one. */
  sole: boolean;
  method: VerificationMethod;
  attempts: number;
  /** Keyed hash of the code, from the moment that it is sent. */
  codeHash: string | null;
  /** Ten minutes from the sending; until then from the request. */
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
    formId: { type: String, default: null },
    sole: { type: Boolean, default: false },
    method: { type: String, required: true },
    attempts: { type: Number, default: 0 },
    codeHash: { type: String, default: null },
    expiresAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    settled: { type: Boolean, default: true },
    createdAt: { type: Date, required: true },
    outbox: outboxField,
  },
  schemaOptions,
);
schema.index({ "outbox.dueAt": 1 });
schema.index({ createdAt: 1 });
schema.index({ settled: 1 }, { partialFilterExpression: { settled: false } });

/**
 * Counted from the request, never from the sending: the answer must not reveal whether a mail was sent. It exceeds
 * the validity of a code sent after a day of retries; until then an old code is refused as expired, not as wrong.
 */
const keptMs = 25 * 60 * 60_000;

export interface Verifications {
  readonly model: Model<VerificationDoc>;
  insert(verification: VerificationDoc): Promise<void>;
  find(id: string, now?: Date): Promise<VerificationDoc | null>;
  /** The code is about to be sent: from now on it is valid. */
  arm(id: string, codeHash: string, now: Date): Promise<void>;
  /** Counts a try before anything is compared; null where none is left (or no such session is there). */
  countAttempt(id: string, now: Date): Promise<VerificationDoc | null>;
  /** True for exactly one of the callers with the right code; `formId` is the registration that it now verifies. */
  use(id: string, now: Date, formId?: string): Promise<boolean>;
  settle(id: string): Promise<void>;
  unsettled(): Promise<VerificationDoc[]>;
  sweep(now: Date): Promise<void>;
}

export function createVerifications(connection: Connection): Verifications {
  const model = connection.model<VerificationDoc>("Verification", schema, "verifications");
  const kept = (now: Date) => ({ createdAt: { $gt: new Date(now.getTime() - keptMs) } });
  return {
    model,
    async insert(verification) {
      await model.create(verification);
    },
    find: (id, now = new Date()) => model.findOne({ _id: id, ...kept(now) }).lean<VerificationDoc>(),
    async arm(id, codeHash, now) {
      const expiresAt = new Date(now.getTime() + limits.codeValidMs);
      await model.updateOne({ _id: id, usedAt: null }, { $set: { codeHash, expiresAt } });
    },
    countAttempt: (id, now) =>
      model
        .findOneAndUpdate(
          { _id: id, attempts: { $lt: limits.verificationAttempts }, ...kept(now) },
          { $inc: { attempts: 1 } },
          { returnDocument: "after" },
        )
        .lean<VerificationDoc>(),
    async use(id, now, formId) {
      const { modifiedCount } = await model.updateOne(
        { _id: id, usedAt: null, expiresAt: { $gt: now } },
        { $set: { usedAt: now, settled: false, ...(formId !== undefined && { formId }) } },
      );
      return modifiedCount === 1;
    },
    async settle(id) {
      await model.updateOne({ _id: id }, { $set: { settled: true } });
    },
    unsettled: () => model.find({ settled: false }).lean<VerificationDoc[]>(),
    async sweep(now) {
      await model.deleteMany({ createdAt: { $lte: new Date(now.getTime() - keptMs) }, settled: true });
    },
  };
}
