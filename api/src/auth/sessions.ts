import { randomUUID } from "node:crypto";
import { type Connection, Schema } from "mongoose";
import { type AuditEvent, auditEvent, auditEventSchema } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { readById } from "../database/read-by-id.ts";
import { schemaOptions } from "../database/schema-options.ts";
import type { RenewalTicket } from "./renewal-cookie.ts";

export interface SessionDoc {
  _id: string;
  userId: string;
  /** The account's epoch at sign-in. */
  epoch: number;
  /** How often it was renewed; the renewal cookie holds the same number. */
  n: number;
  rememberMe: boolean;
  createdAt: Date;
  renewedAt: Date;
  /** The absolute end. */
  expiresAt: Date;
  /** The end unless it is renewed before. */
  idleAt: Date;
  endedAt: Date | null;
  audit: AuditEvent[];
}

const schema = new Schema<SessionDoc>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    epoch: { type: Number, required: true },
    n: { type: Number, required: true },
    rememberMe: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    renewedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    idleAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 });
schema.index({ idleAt: 1 });
schema.index({ endedAt: 1 });
schema.index({ "audit.at": 1 });

const hour = 60 * 60_000;
const lifetimes = {
  remembered: { totalMs: 30 * 24 * hour, idleMs: 14 * 24 * hour },
  browser: { totalMs: 24 * hour, idleMs: 12 * hour },
};
/** How long the previous ticket still gets the successor again: several tabs, an answer that got lost. */
const successorMs = 10_000;

type Renewal =
  | { outcome: "renewed"; session: SessionDoc }
  | { outcome: "ended" }
  /** An older ticket was presented: it was copied. The session is revoked. */
  | { outcome: "theft"; session: SessionDoc };

export interface Sessions {
  readonly model: ReturnType<typeof sessionModel>;
  start(user: { id: string; epoch: number }, rememberMe: boolean, now: Date): Promise<SessionDoc>;
  /** A live session by its id, or null. */
  findLive(id: string, now: Date): Promise<SessionDoc | null>;
  renew(ticket: RenewalTicket, source: string, now: Date): Promise<Renewal>;
  end(id: string, now: Date): Promise<void>;
  endAllOf(userId: string, now: Date): Promise<void>;
  sweep(now: Date): Promise<void>;
}

function sessionModel(connection: Connection) {
  return connection.model<SessionDoc>("Session", schema, "sessions");
}

export function createSessions(connection: Connection, keys: Keyring): Sessions {
  const model = sessionModel(connection);
  const live = (now: Date) => ({ endedAt: null, expiresAt: { $gt: now }, idleAt: { $gt: now } });
  const isLive = ({ endedAt, expiresAt, idleAt }: SessionDoc, now: Date) =>
    endedAt === null && expiresAt > now && idleAt > now;
  const read = readById<SessionDoc>(model.collection, { audit: 0 });
  return {
    model,
    async start({ id, epoch }, rememberMe, now) {
      const { totalMs, idleMs } = lifetimes[rememberMe ? "remembered" : "browser"];
      const session: SessionDoc = {
        _id: randomUUID(),
        userId: id,
        epoch,
        n: 0,
        rememberMe,
        createdAt: now,
        renewedAt: now,
        expiresAt: new Date(now.getTime() + totalMs),
        idleAt: new Date(now.getTime() + idleMs),
        endedAt: null,
        audit: [],
      };
      // Straight to the driver: the document is made here, and its checks would cost more than its way there.
      await model.collection.insertOne(session as object);
      return session;
    },
    async findLive(id, now) {
      const session = await read(id);
      return session !== null && isLive(session, now) ? session : null;
    },
    async renew({ sessionId, n }, source, now) {
      const renewed = (await model.collection.findOneAndUpdate(
        { _id: sessionId, n, ...live(now) } as object,
        renewal(now),
        { returnDocument: "after" },
      )) as SessionDoc | null;
      if (renewed !== null) return { outcome: "renewed", session: renewed };
      const session = await model.findOne({ _id: sessionId, ...live(now) }).lean<SessionDoc>();
      if (session === null || session.n <= n) return { outcome: "ended" };
      if (session.n === n + 1 && now.getTime() - session.renewedAt.getTime() <= successorMs) {
        return { outcome: "renewed", session };
      }
      const theft = auditEvent("session.theft", session.userId, now, {
        from: "live",
        to: "ended",
        reason: `renewal ${n} was presented again, ${session.n} is the current one`,
        source,
      });
      const ended = await model
        .findOneAndUpdate(
          { _id: sessionId, ...live(now) },
          { $set: { endedAt: now }, $push: { audit: sealEvent(keys, theft) } },
        )
        .lean<SessionDoc>();
      return ended === null ? { outcome: "ended" } : { outcome: "theft", session };
    },
    async end(id, now) {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { endedAt: now } });
    },
    async endAllOf(userId, now) {
      await model.updateMany({ userId, endedAt: null }, { $set: { endedAt: now } });
    },
    async sweep(now) {
      // Events that wait to be relayed keep their session.
      await model.deleteMany({
        $or: [{ expiresAt: { $lte: now } }, { idleAt: { $lte: now } }, { endedAt: { $lte: now } }],
        "audit.0": { $exists: false },
      });
    },
  };
}

/** The idle end moves on with each renewal, by as much as the session's kind allows. */
function renewal(now: Date) {
  const idleEnd = (kind: keyof typeof lifetimes) => new Date(now.getTime() + lifetimes[kind].idleMs);
  return [
    {
      $set: {
        n: { $add: ["$n", 1] },
        renewedAt: now,
        idleAt: { $cond: ["$rememberMe", idleEnd("remembered"), idleEnd("browser")] },
      },
    },
  ];
}
