import { limits, type VerificationMethod } from "@souffleur/contracts";
import { type Connection, type Model, Schema } from "mongoose";
import { schemaOptions } from "../database/schema-options.ts";
import { outboxField, type QueuedMail } from "../mail/outbox.ts";

/** A request for a code or a link. A request for an unknown address is stored too, without an account. */
export interface VerificationDoc {
  _id: string;
  userId: string | null;
  /** The registration that the code verifies. */
  formId: string | null;
  /** The registration was chosen because it is the address's only one: it must still be the only one. */
  sole: boolean;
  method: VerificationMethod;
  attempts: number;
  /** Keyed hash of the code, set when it is sent. */
  codeHash: string | null;
  /** Ten minutes after the code was sent; before that, ten minutes after the request. */
  expiresAt: Date;
  usedAt: Date | null;
  /** False between the use of the code and the verification of the account. */
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
 * Counted from the request, not from the sending, because the answer must not reveal whether a mail was sent. It covers
 * a code that is sent after a day of retries; until then an old code is refused as expired, not as wrong.
 */
const keptMs = 25 * 60 * 60_000;

export type Verifications = ReturnType<typeof createVerifications>;

export function createVerifications(connection: Connection) {
  const model: Model<VerificationDoc> = connection.model<VerificationDoc>(
    "Verification",
    schema,
    "verifications",
  );
  const kept = (now: Date) => ({ createdAt: { $gt: new Date(now.getTime() - keptMs) } });
  return {
    model,
    async insert(verification: VerificationDoc): Promise<void> {
      await model.create(verification);
    },
    find: (id: string, now: Date): Promise<VerificationDoc | null> =>
      model.findOne({ _id: id, ...kept(now) }).lean<VerificationDoc>(),
    /** Makes a code that is about to be sent valid. */
    async arm(id: string, codeHash: string, now: Date): Promise<void> {
      const expiresAt = new Date(now.getTime() + limits.codeValidMs);
      await model.updateOne({ _id: id, usedAt: null }, { $set: { codeHash, expiresAt } });
    },
    /** Counts an attempt before the code is compared. Null where no attempt is left, or the id is unknown. */
    countAttempt: (id: string, now: Date): Promise<VerificationDoc | null> =>
      model
        .findOneAndUpdate(
          { _id: id, attempts: { $lt: limits.verificationAttempts }, ...kept(now) },
          { $inc: { attempts: 1 } },
          { returnDocument: "after" },
        )
        .lean<VerificationDoc>(),
    /** True for exactly one of the callers with the right code; `formId` is the registration that it verifies. */
    async use(id: string, now: Date, formId?: string): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id: id, usedAt: null, expiresAt: { $gt: now } },
        { $set: { usedAt: now, settled: false, ...(formId !== undefined && { formId }) } },
      );
      return modifiedCount === 1;
    },
    async settle(id: string): Promise<void> {
      await model.updateOne({ _id: id }, { $set: { settled: true } });
    },
    unsettled: (): Promise<VerificationDoc[]> => model.find({ settled: false }).lean<VerificationDoc[]>(),
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ createdAt: { $lte: new Date(now.getTime() - keptMs) }, settled: true });
    },
  };
}
