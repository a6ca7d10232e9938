import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { Connection, Model } from "mongoose";
import { type AuditEvent, auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Bus } from "../bus.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { readById } from "../database/read-by-id.ts";
import type { RevokedSessions } from "../http/guard.ts";
import { createSlices } from "../slices.ts";
import type { UserDoc } from "./accounts/user-model.ts";
import type { RenewalTicket } from "./renewal-cookie.ts";
import { type Place, type SessionDoc, type SessionProvider, sessionModel } from "./session-model.ts";

export type { Place, SessionDoc } from "./session-model.ts";

const hour = 60 * 60_000;
const lifetimes = {
  remembered: { totalMs: 30 * 24 * hour, idleMs: 14 * 24 * hour },
  browser: { totalMs: 24 * hour, idleMs: 12 * hour },
};
/** How long a ticket is still accepted after its successor was used: for requests that have overtaken each other. */
const overtakenMs = 10_000;

type Renewal =
  | { outcome: "renewed"; session: SessionDoc /** The number of the successor. */; n: number }
  | { outcome: "ended" }
  /** A ticket was presented although its successor was used, so it must have been copied. The session has been revoked. */
  | { outcome: "theft"; session: SessionDoc };

/** What a sign-in says about its session. */
export interface Start {
  rememberMe: boolean;
  place?: Place;
  /** The passkey that was used instead of a password. */
  passkeyId?: string;
  provider?: SessionProvider;
}

/** The condition that a session has neither ended nor expired. */
const live = (now: Date) => ({ endedAt: null, expiresAt: { $gt: now }, idleAt: { $gt: now } });

/** Whether a provider has opened a session of this id for the account, which may have ended. */
const sidReader =
  (model: ReturnType<typeof sessionModel>) =>
  async (issuer: string, userId: string, sid: string): Promise<boolean> =>
    (await model.exists({ userId, "provider.issuer": issuer, "provider.sid": sid })) !== null;

export type Sessions = ReturnType<typeof createSessions>;

/** The only access to sessions. Whatever ends one also reports it, so that its sockets are closed. */
export function createSessions(connection: Connection, keys: Keyring, bus: Pick<Bus, "publish">) {
  const model = sessionModel(connection);
  const isLive = ({ endedAt, expiresAt, idleAt }: SessionDoc, now: Date) =>
    endedAt === null && expiresAt > now && idleAt > now;
  const read = readById<SessionDoc>(model.collection, { audit: 0 });
  /** The idle time counts from the last answer, also where that repeats a lost one. */
  const extend = (sessionId: string, now: Date) =>
    model.collection.updateOne({ _id: sessionId, ...live(now) } as object, [
      { $set: { idleAt: idleEnd(now) } },
    ]);
  const revoke = (ended: RevokedSessions) => void bus.publish("sessions.ended", ended);
  return {
    model,
    ...createOwnSessions(model, keys, revoke),
    async start(
      user: Pick<UserDoc, "_id" | "epoch">,
      { rememberMe, place, passkeyId, provider }: Start,
      now: Date,
    ): Promise<SessionDoc> {
      const { totalMs, idleMs } = lifetimes[rememberMe ? "remembered" : "browser"];
      const session: SessionDoc = {
        _id: randomUUID(),
        userId: user._id,
        epoch: user.epoch,
        n: 0,
        rememberMe,
        ...(place !== undefined && { place }),
        ...(passkeyId !== undefined && { passkeyId }),
        ...(provider !== undefined && { provider }),
        createdAt: now,
        renewedAt: now,
        expiresAt: new Date(now.getTime() + totalMs),
        idleAt: new Date(now.getTime() + idleMs),
        endedAt: null,
        audit: [],
      };
      for (const sessionId of await storeSession(model, session, now)) revoke({ sessionId });
      return session;
    },
    async findLive(id: string, now: Date): Promise<SessionDoc | null> {
      const session = await read(id);
      return session !== null && isLive(session, now) ? session : null;
    },
    /**
     * Exchanges a ticket for its successor. A ticket gets the same successor again until that was used, however long
     * that takes: the answer may have been lost, or the machine may have slept.
     */
    async renew({ sessionId, n }: RenewalTicket, place: Place, now: Date): Promise<Renewal> {
      const renewed = (await model.collection.findOneAndUpdate(
        { _id: sessionId, n, ...live(now) } as object,
        renewal(place, now),
        { returnDocument: "after" },
      )) as SessionDoc | null;
      if (renewed !== null) return { outcome: "renewed", session: renewed, n: renewed.n };
      const session = await model.findOne({ _id: sessionId, ...live(now) }).lean<SessionDoc>();
      if (session === null || session.n <= n) return { outcome: "ended" };
      const isRecent = now.getTime() - session.renewedAt.getTime() <= overtakenMs;
      if (session.n === n + 1 && !isRecent) await extend(sessionId, now);
      // The use of the successor made the current number, at `renewedAt`.
      if (session.n === n + 1 || (session.n === n + 2 && isRecent))
        return { outcome: "renewed", session, n: n + 1 };
      const theft = auditEvent("session.theft", session.userId, now, {
        from: "live",
        to: "ended",
        reason: `renewal ${n} was presented again, ${session.n} is the current one`,
        source: place.source,
      });
      const ended = await model
        .findOneAndUpdate(
          { _id: sessionId, ...live(now) },
          { $set: { endedAt: now }, $push: { audit: sealEvent(keys, theft) } },
        )
        .lean<SessionDoc>();
      if (ended === null) return { outcome: "ended" };
      revoke({ sessionId });
      return { outcome: "theft", session };
    },
    hasSid: sidReader(model),
    /**
     * Ends the sessions that an identity provider has opened before this time: those with its id of a session, or all of an
     * account, or all but `kept`.
     */
    async endByProvider(
      { organizationId, issuer, sid }: SessionProvider,
      { userId, kept, before }: { userId?: string | undefined; kept?: string; before: Date },
      now: Date,
    ): Promise<void> {
      const meant = {
        "provider.organizationId": organizationId,
        "provider.issuer": issuer,
        ...(sid !== undefined && { "provider.sid": sid }),
        ...(userId !== undefined && { userId }),
        ...(kept !== undefined && { _id: { $ne: kept } }),
        createdAt: { $lte: before },
        endedAt: null,
      };
      const ids = await model.distinct("_id", meant);
      await model.updateMany(meant, { $set: { endedAt: now } });
      // They may be those of a whole organization.
      const pause = createSlices();
      for (const sessionId of ids) {
        revoke({ sessionId });
        await pause();
      }
    },
    async end(id: string, now: Date): Promise<void> {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { endedAt: now } });
      revoke({ sessionId: id });
    },
    async endAllOf(userId: string, now: Date): Promise<void> {
      revoke({ userId });
      await model.updateMany({ userId, endedAt: null }, { $set: { endedAt: now } });
    },
    async sweep(now: Date): Promise<void> {
      // A session is kept until its audit events have been relayed.
      await model.deleteMany({
        $or: [{ expiresAt: { $lte: now } }, { idleAt: { $lte: now } }, { endedAt: { $lte: now } }],
        "audit.0": { $exists: false },
      });
    },
  };
}

/** Of more than an account may have, ends those that were not used for the longest time. @returns their ids */
async function storeSession(model: Model<SessionDoc>, session: SessionDoc, now: Date): Promise<string[]> {
  // Through the driver: mongoose's checks cost more than the write, and the document is built here.
  await model.collection.insertOne(session as object);
  const { userId } = session;
  const surplus = await model
    .find({ userId, ...live(now) }, { _id: 1 })
    .sort({ renewedAt: -1, _id: 1 })
    .skip(limits.sessionsListed)
    .lean<Pick<SessionDoc, "_id">[]>();
  const ids = surplus.map(({ _id }) => _id);
  if (ids.length > 0) await model.updateMany({ _id: { $in: ids } }, { $set: { endedAt: now } });
  return ids;
}

/** The part of `Sessions` for their owner. */
function createOwnSessions(
  model: Model<SessionDoc>,
  keys: Keyring,
  revoke: (revoked: RevokedSessions) => void,
) {
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
      if (matchedCount === 0) return false;
      revoke({ sessionId: id });
      return true;
    },
    /** Ends the account's other sessions of this and earlier epochs. */
    async endOthersOf(userId: string, kept: string, epoch: number, now: Date): Promise<void> {
      const others = { userId, _id: { $ne: kept }, epoch: { $lte: epoch }, endedAt: null };
      const ids = await model.distinct("_id", others);
      await model.updateMany(others, { $set: { endedAt: now } });
      for (const sessionId of ids) revoke({ sessionId });
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

function renewal(place: Place, now: Date) {
  const set = { place: { $literal: place }, renewedAt: now, idleAt: idleEnd(now) };
  return [{ $set: { n: { $add: ["$n", 1] }, ...set } }];
}

/** Each renewal extends the idle time, depending on `rememberMe`. */
function idleEnd(now: Date) {
  const from = (kind: keyof typeof lifetimes) => new Date(now.getTime() + lifetimes[kind].idleMs);
  return { $cond: ["$rememberMe", from("remembered"), from("browser")] };
}
