import { type Connection, Schema } from "mongoose";
import type { Keyring } from "../auth/keyring.ts";
import { limits } from "../contracts/index.ts";
import { isDuplicateKey } from "../duplicate-key.ts";
import type { Hit } from "./hits.ts";

interface QuotaDoc {
  _id: string;
  /** When mails of the last hour were granted. */
  granted: Date[];
  /** Whether the last question was answered with a yes. */
  allowed: boolean;
  expiresAt: Date;
}

const schema = new Schema<QuotaDoc>(
  {
    _id: { type: String, required: true },
    granted: [Date],
    allowed: Boolean,
    expiresAt: Date,
  },
  { strict: "throw", strictQuery: "throw", versionKey: false, autoIndex: false, autoCreate: false },
);
schema.index({ expiresAt: 1 });

const hourMs = 60 * 60_000;
const cooldownMs = limits.resendCooldownSeconds * 1000;

export type MailPurpose = "verification" | "registration" | "notice";

export interface MailQuota {
  /**
   * Takes one mail from the address's quota: one in 60 s and five in an hour, whether or not it has an
   * account. Seconds to wait, or 0 where the mail may go.
   */
  take(purpose: MailPurpose, email: string, now: Date): Promise<number>;
  sweep(now: Date): Promise<void>;
  createIndexes(): Promise<void>;
}

/** In the database: a restart or another node must not be a way round it. */
export function createMailQuota(connection: Connection, keys: Keyring, hit: Hit): MailQuota {
  const model = connection.model<QuotaDoc>("MailQuota", schema, "mail_quotas");
  // Addresses that nobody registered are nobody's business: their quota is kept under a keyed hash.
  const idOf = (purpose: MailPurpose, email: string) =>
    keys.mac("mail-quota", `${purpose}|${email}`).toString("base64url");
  const ask = (id: string, now: Date) =>
    model
      .findOneAndUpdate({ _id: id }, question(now), {
        upsert: true,
        returnDocument: "after",
        updatePipeline: true,
      })
      .lean<QuotaDoc>();

  return {
    async take(purpose, email, now) {
      const id = idOf(purpose, email);
      // Two first questions at once: the one that loses the insert asks again and finds the other's answer.
      const quota = await ask(id, now).catch((thrown: unknown) => {
        if (!isDuplicateKey(thrown)) throw thrown;
        return ask(id, now);
      });
      if (quota?.allowed) return 0;
      hit(`mail ${purpose}`);
      return waitSeconds(quota?.granted ?? [], now);
    },
    async sweep(now) {
      await model.deleteMany({ expiresAt: { $lte: now } });
    },
    async createIndexes() {
      await model.createIndexes();
    },
  };
}

/** One atomic update that forgets what is over, decides, and keeps the decision. */
function question(now: Date) {
  const hourAgo = new Date(now.getTime() - hourMs);
  const cooledDown = new Date(now.getTime() - cooldownMs);
  return [
    {
      $set: {
        granted: {
          $filter: { input: { $ifNull: ["$granted", []] }, cond: { $gt: ["$$this", hourAgo] } },
        },
        expiresAt: new Date(now.getTime() + hourMs),
      },
    },
    {
      $set: {
        allowed: {
          $and: [
            { $lt: [{ $size: "$granted" }, limits.verificationMailsPerHour] },
            { $lte: [{ $ifNull: [{ $max: "$granted" }, cooledDown] }, cooledDown] },
          ],
        },
      },
    },
    { $set: { granted: { $cond: ["$allowed", { $concatArrays: ["$granted", [now]] }, "$granted"] } } },
  ];
}

function waitSeconds(granted: readonly Date[], now: Date): number {
  const times = granted.map((date) => date.getTime()).sort((a, b) => a - b);
  const last = times.at(-1) ?? now.getTime();
  const oldest = times.at(-limits.verificationMailsPerHour);
  const until = Math.max(last + cooldownMs, oldest === undefined ? 0 : oldest + hourMs);
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}
