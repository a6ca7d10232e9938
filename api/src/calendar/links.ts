import { createHash, randomBytes } from "node:crypto";
import type { CalendarLink } from "@souffleur/contracts/next-steps";
import type { Model } from "mongoose";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { repeatUpsert } from "../database/duplicate-keys.ts";
import type { By } from "../http/guard.ts";
import type { LinkDoc } from "./link-model.ts";

const readEveryMs = 60 * 60_000;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");

const toDto = ({ hash, createdAt, lastReadAt }: Partial<LinkDoc>): CalendarLink =>
  hash === undefined
    ? {}
    : {
        ...(createdAt && { createdAt: createdAt.toISOString() }),
        ...(lastReadAt && { lastReadAt: lastReadAt.toISOString() }),
      };

/** The links to calendars: one of an account. Each change is one write. */
export function createLinks(links: Model<LinkDoc>, keys: Keyring) {
  const ended = { hash: "", createdAt: "", lastReadAt: "" };
  return {
    of: async (userId: string): Promise<CalendarLink> =>
      toDto((await links.findById(userId).lean<LinkDoc>()) ?? {}),

    /** Makes a link in place of the former one; of two at once the later one stands. @returns its secret */
    async renew({ caller, source }: By, now: Date): Promise<{ secret: string; link: CalendarLink }> {
      const { userId, organizationId } = caller;
      const secret = randomBytes(32).toString("base64url");
      const hash = hashOf(secret);
      const event = auditEvent("calendar.renewed", userId, now, { actorId: userId, source });
      await repeatUpsert(async () =>
        links.updateOne(
          { _id: userId },
          {
            $set: { organizationId, hash, createdAt: now },
            $unset: { lastReadAt: "" },
            $push: { audit: sealEvent(keys, event) },
          },
          { upsert: true },
        ),
      );
      return { secret, link: toDto({ hash, createdAt: now }) };
    },

    async end({ caller, source }: By, now: Date): Promise<void> {
      const event = auditEvent("calendar.ended", caller.userId, now, { actorId: caller.userId, source });
      await links.updateOne(
        { _id: caller.userId, hash: { $exists: true } },
        { $unset: ended, $push: { audit: sealEvent(keys, event) } },
      );
    },

    /** Ends the link of an account that lost its rights. */
    async revoke(userId: string, now: Date): Promise<void> {
      const event = auditEvent("calendar.ended", userId, now, {});
      await links.updateOne(
        { _id: userId, hash: { $exists: true } },
        { $unset: ended, $push: { audit: sealEvent(keys, event) } },
      );
    },

    withSecret: (secret: string) => links.findOne({ hash: hashOf(secret) }).lean<LinkDoc>(),

    async setRead({ _id, hash, lastReadAt }: LinkDoc, now: Date): Promise<void> {
      if (lastReadAt !== undefined && now.getTime() - lastReadAt.getTime() < readEveryMs) return;
      await links.updateOne({ _id, ...(hash !== undefined && { hash }) }, { $set: { lastReadAt: now } });
    },
  };
}
