import { limits } from "@souffleur/contracts";
import type { Model } from "mongoose";
import type { AuditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { SessionDoc } from "./session-model.ts";

/** The condition that a session has neither ended nor expired. */
export const live = (now: Date) => ({ endedAt: null, expiresAt: { $gt: now }, idleAt: { $gt: now } });

/** The part of `Sessions` for their owner. */
export function createOwnSessions(model: Model<SessionDoc>, keys: Keyring) {
  return {
    /** An account's sessions, the last used first. */
    listOf: (userId: string, now: Date): Promise<SessionDoc[]> =>
      model
        .find({ userId, ...live(now) }, { audit: 0 })
        .sort({ renewedAt: -1, _id: 1 })
        .limit(limits.sessionsListed)
        .lean<SessionDoc[]>(),
    /** Ends a session of the account. False where it has ended before, or is none of the account's. */
    async endOf(userId: string, id: string, audit: AuditEvent, now: Date): Promise<boolean> {
      const { matchedCount } = await model.updateOne(
        { _id: id, userId, ...live(now) },
        { $set: { endedAt: now }, $push: { audit: sealEvent(keys, audit) } },
      );
      return matchedCount === 1;
    },
    /** Ends the account's other sessions of this and earlier epochs. @returns their ids */
    async endOthersOf(userId: string, kept: string, epoch: number, now: Date): Promise<string[]> {
      const others = { userId, _id: { $ne: kept }, epoch: { $lte: epoch }, endedAt: null };
      const ids = await model.distinct("_id", others);
      await model.updateMany(others, { $set: { endedAt: now } });
      return ids;
    },
    isOf: async (userId: string, id: string): Promise<boolean> =>
      (await model.exists({ _id: id, userId })) !== null,
    /** The owner has proved who they are, with this passkey or else the password. */
    async setProven(id: string, now: Date, passkeyId?: string): Promise<void> {
      const set = { provenAt: now, ...(passkeyId !== undefined && { passkeyId }) };
      await model.updateOne({ _id: id }, { $set: set });
    },
  };
}
