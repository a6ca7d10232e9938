import { randomUUID } from "node:crypto";
import type { Connection } from "mongoose";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { readById } from "../database/read-by-id.ts";
import type { UserDoc } from "./accounts/user-model.ts";
import { createOwnSessions, live } from "./own-sessions.ts";
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

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(connection: Connection, keys: Keyring) {
  const model = sessionModel(connection);
  const isLive = ({ endedAt, expiresAt, idleAt }: SessionDoc, now: Date) =>
    endedAt === null && expiresAt > now && idleAt > now;
  const read = readById<SessionDoc>(model.collection, { audit: 0 });
  /** The idle time counts from the last answer, also where that repeats a lost one. */
  const extend = (sessionId: string, now: Date) =>
    model.collection.updateOne({ _id: sessionId, ...live(now) } as object, [
      { $set: { idleAt: idleEnd(now) } },
    ]);
  return {
    model,
    ...createOwnSessions(model, keys),
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
      // Through the driver: mongoose's checks cost more than the write, and the document is built here.
      await model.collection.insertOne(session as object);
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
      return ended === null ? { outcome: "ended" } : { outcome: "theft", session };
    },
    /**
     * Ends the sessions that an identity provider has opened before this time: those with its id of a session, or all of an
     * account.
     * @returns their ids
     */
    async endByProvider(
      { organizationId, issuer, sid }: SessionProvider,
      { userId, before }: { userId?: string | undefined; before: Date },
      now: Date,
    ): Promise<string[]> {
      const meant = {
        "provider.organizationId": organizationId,
        "provider.issuer": issuer,
        ...(sid !== undefined && { "provider.sid": sid }),
        ...(userId !== undefined && { userId }),
        createdAt: { $lte: before },
        endedAt: null,
      };
      const ids = await model.distinct("_id", meant);
      await model.updateMany(meant, { $set: { endedAt: now } });
      return ids;
    },
    async end(id: string, now: Date): Promise<void> {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { endedAt: now } });
    },
    async endAllOf(userId: string, now: Date): Promise<void> {
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

function renewal(place: Place, now: Date) {
  const set = { place: { $literal: place }, renewedAt: now, idleAt: idleEnd(now) };
  return [{ $set: { n: { $add: ["$n", 1] }, ...set } }];
}

/** Each renewal extends the idle time, depending on `rememberMe`. */
function idleEnd(now: Date) {
  const from = (kind: keyof typeof lifetimes) => new Date(now.getTime() + lifetimes[kind].idleMs);
  return { $cond: ["$rememberMe", from("remembered"), from("browser")] };
}
