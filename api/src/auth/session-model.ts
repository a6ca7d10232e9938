import { type Connection, type Model, Schema } from "mongoose";
import { type AuditEvent, auditEventSchema } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** From where a session is used. */
export interface Place {
  /** The network address. */
  source: string;
  /** The browser's User-Agent header. */
  userAgent: string;
}

/** The identity provider that has opened a session. */
export interface SessionProvider {
  organizationId: string;
  issuer: string;
  /** Its own id of the session, where it has said one. */
  sid?: string;
}

export interface SessionDoc {
  _id: string;
  userId: string;
  /** The account's epoch at sign-in. */
  epoch: number;
  /** The number of renewals; the renewal cookie holds the same number. */
  n: number;
  rememberMe: boolean;
  /** Of the last sign-in or renewal; absent where an earlier version stored it. */
  place?: Place;
  /** When the owner last proved who they are; absent where that was at sign-in. */
  provenAt?: Date;
  /** The passkey with which the owner last confirmed the session; absent where a password alone opened it. */
  passkeyId?: string;
  /** Absent where a password has opened the session. */
  provider?: SessionProvider;
  createdAt: Date;
  renewedAt: Date;
  /** When it ends at the latest. */
  expiresAt: Date;
  /** When it ends unless it is renewed before. */
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
    place: { type: { _id: false, source: String, userAgent: String }, default: undefined },
    provenAt: Date,
    passkeyId: String,
    provider: {
      type: { _id: false, organizationId: String, issuer: String, sid: String },
      default: undefined,
    },
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
schema.index({ "provider.sid": 1 }, { sparse: true });
schema.index({ "provider.organizationId": 1, "provider.issuer": 1 }, { sparse: true });
schema.index({ "audit.at": 1 });

export function sessionModel(connection: Connection): Model<SessionDoc> {
  return connection.model<SessionDoc>("Session", schema, "sessions");
}
