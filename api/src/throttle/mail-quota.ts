import { limits } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";
import type { CountLimitHit } from "./limit-metrics.ts";

interface QuotaDoc {
  _id: string;
  /** When mails of the last hour were granted. */
  granted: Date[];
  /** Whether the last request was granted. */
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
  schemaOptions,
);
schema.index({ expiresAt: 1 });

const hourMs = 60 * 60_000;
const asked = {
  cooldownMs: limits.resendCooldownSeconds * 1000,
  perHour: limits.verificationMailsPerHour,
};
/** Each registration has a link of its own, so the next one's mail does not wait. */
const bounds = {
  verification: asked,
  notice: asked,
  registration: { cooldownMs: 0, perHour: 10 },
  "registration of a source": { cooldownMs: 0, perHour: 5 },
};
type Bound = (typeof bounds)[keyof typeof bounds];

type MailPurpose = keyof typeof bounds;

export interface MailQuota {
  /**
   * Takes one mail from the address's quota, whether or not it has an account: of mails that are asked for one in
   * 60 s and five in an hour. Seconds to wait, or 0 where the mail may go.
   */
  take(purpose: MailPurpose, email: string, now: Date): Promise<number>;
  sweep(now: Date): Promise<void>;
  createIndexes(): Promise<void>;
}

/** Stored in the database: a restart or another node must not bypass it. */
export function createMailQuota(connection: Connection, keys: Keyring, countHit: CountLimitHit): MailQuota {
  const model = connection.model<QuotaDoc>("MailQuota", schema, "mail_quotas");
  // Addresses without a registration must not be stored: their quota is kept under a keyed hash.
  const idOf = (purpose: MailPurpose, email: string) =>
    keys.mac("mail-quota", `${purpose}|${email}`).toString("base64url");
  const ask = (id: string, bound: Bound, now: Date) =>
    model
      .findOneAndUpdate({ _id: id }, question(bound, now), {
        upsert: true,
        returnDocument: "after",
        updatePipeline: true,
      })
      .lean<QuotaDoc>();

  return {
    async take(purpose, email, now) {
      const id = idOf(purpose, email);
      // Two first requests at once: the one that loses the insert asks again and finds the other's result.
      const bound = bounds[purpose];
      const quota = await ask(id, bound, now).catch((thrown: unknown) => {
        if (!isDuplicateKey(thrown)) throw thrown;
        return ask(id, bound, now);
      });
      if (quota?.allowed) return 0;
      countHit(`mail ${purpose}`);
      return waitSeconds(bound, quota?.granted ?? [], now);
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
function question({ cooldownMs, perHour }: Bound, now: Date) {
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
            { $lt: [{ $size: "$granted" }, perHour] },
            { $lte: [{ $ifNull: [{ $max: "$granted" }, cooledDown] }, cooledDown] },
          ],
        },
      },
    },
    { $set: { granted: { $cond: ["$allowed", { $concatArrays: ["$granted", [now]] }, "$granted"] } } },
  ];
}

function waitSeconds({ cooldownMs, perHour }: Bound, granted: readonly Date[], now: Date): number {
  const times = granted.map((date) => date.getTime()).sort((a, b) => a - b);
  const last = times.at(-1) ?? now.getTime();
  const oldest = times.at(-perHour);
  const until = Math.max(last + cooldownMs, oldest === undefined ? 0 : oldest + hourMs);
  return Math.max(1, Math.ceil((until - now.getTime()) / 1000));
}
