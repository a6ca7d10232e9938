import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** The link to an account's calendar; without `hash` it has ended. */
export interface LinkDoc {
  /** The account's id. */
  _id: string;
  organizationId: string;
  /** Of the secret: 256 random bits need no key. */
  hash?: string;
  createdAt?: Date;
  lastReadAt?: Date;
  audit: StoredEvent[];
}

const schema = new Schema<LinkDoc>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, required: true },
    hash: String,
    createdAt: Date,
    lastReadAt: Date,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ hash: 1 }, { unique: true, sparse: true });
schema.index({ "audit.at": 1 });

export const linkModel = (connection: Connection): Model<LinkDoc> =>
  connection.model<LinkDoc>("CalendarLink", schema, "calendar-links");
