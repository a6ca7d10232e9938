import { limits } from "@souffleur/contracts";
import { type Connection, Schema } from "mongoose";
import type { Keyring } from "../crypto/keyring.ts";
import { repeatUpsert } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";
import type { CountLimitHit } from "./limit-metrics.ts";

interface QuotaDoc {
  _id: string;
  /** The times of the mails that were granted in the last hour. */
  granted: Date[];
  /** Whether the last mail was granted. */
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
/** Registrations have no cooldown, because each one has its own link. */
const bounds = {
  verification: asked,
  notice: asked,
  "password link": asked,
  "mail again": asked,
  registration: { cooldownMs: 0, perHour: 10 },
  "registration of a source": { cooldownMs: 0, perHour: 5 },
  /** Of an address and an organization: nobody learns whether another organization has invited the address. */
  invitation: asked,
  "invitations of an organization": { cooldownMs: 0, perHour: limits.invitationsPerHour },
  "notices to a recipient": { cooldownMs: 0, perHour: limits.noticesPerHour },
  "notices of an organization": { cooldownMs: 0, perHour: limits.organizationNoticesPerHour },
};
type Bound = (typeof bounds)[keyof typeof bounds];

type MailPurpose = keyof typeof bounds;

export type MailQuota = ReturnType<typeof createMailQuota>;

/** Stored in the database, so that a restart or another process cannot bypass it. */
export function createMailQuota(connection: Connection, keys: Keyring, countHit: CountLimitHit) {
  const model = connection.model<QuotaDoc>("MailQuota", schema, "mail_quotas");
  return {
    /**
     * Takes one mail from the quota of an address, whether or not it has an account, or of a sender.
     * @returns seconds to wait, or 0 where the mail may be sent
     */
    async take(purpose: MailPurpose, of: string, now: Date): Promise<number> {
      // A keyed hash, because addresses without a registration must not be stored.
      const _id = keys.mac("mail-quota", `${purpose}|${of}`).toString("base64url");
      const bound = bounds[purpose];
      const options = { upsert: true, returnDocument: "after", updatePipeline: true } as const;
      const quota: QuotaDoc | null = await repeatUpsert(async () =>
        model.findOneAndUpdate({ _id }, taking(bound, now), options).lean<QuotaDoc>(),
      );
      if (quota?.allowed) return 0;
      countHit(`mail ${purpose}`);
      return waitSeconds(bound, quota?.granted ?? [], now);
    },
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } });
    },
    createIndexes: (): Promise<void> => model.createIndexes(),
  };
}

/** One atomic update: removes the grants of more than an hour ago, decides, and stores the decision. */
function taking({ cooldownMs, perHour }: Bound, now: Date) {
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
            // Without a cooldown, a grant by a process whose clock is ahead holds nothing up.
            ...(cooldownMs === 0
              ? []
              : [{ $lte: [{ $ifNull: [{ $max: "$granted" }, cooledDown] }, cooledDown] }]),
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
