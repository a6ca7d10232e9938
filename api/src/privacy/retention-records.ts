import type { Retention } from "@souffleur/contracts/privacy";
import { type Connection, type Model, Schema } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** A batch of calls to erase, or to remove from the figures too. */
export interface RetentionStep {
  kind: "conversations" | "analyses";
  callIds: string[];
  /** When the last of them started. */
  until: Date;
}

/** A batch of customers to delete. */
export interface CustomerStep {
  ids: string[];
  /** The time of their deletion. */
  at: Date;
}

/** How long an organization keeps its calls and customers, and the progress of the job. */
export interface RetentionDoc extends Partial<Retention> {
  /** The organization's id, or `platform` for platform administrators. */
  _id: string;
  /** How often it was changed; undefined before the first change. */
  revision?: number;
  /** The conversations of all calls that started before this time are erased. */
  through?: Date;
  /** The current step: stored first, so that it is completed and counted even if its process dies. */
  step?: RetentionStep;
  /** As `step`; what happened with a customer since then keeps that one. */
  customerStep?: CustomerStep;
  /** The counts that are not reported to the audit log yet. */
  done?: { conversations?: number; analyses?: number; customers?: number };
  audit: StoredEvent[];
}

const schema = new Schema<RetentionDoc>(
  {
    _id: { type: String, required: true },
    conversationDays: Number,
    analysisDays: Number,
    customerDays: Number,
    revision: Number,
    through: Date,
    step: {
      type: new Schema<RetentionStep>({ kind: String, callIds: [String], until: Date }, { _id: false }),
    },
    customerStep: { type: new Schema<CustomerStep>({ ids: [String], at: Date }, { _id: false }) },
    done: {
      type: new Schema({ conversations: Number, analyses: Number, customers: Number }, { _id: false }),
    },
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ "audit.at": 1 });
schema.index({ customerDays: 1 }, { sparse: true });

const byDefault: Retention = { conversationDays: 180, analysisDays: 365, customerDays: null };

export type StoredRetention = RetentionDoc & Retention & Required<Pick<RetentionDoc, "revision">>;

const retentionId = (organizationId: string | null) => organizationId ?? "platform";

export function retentionModel(connection: Connection): Model<RetentionDoc> {
  return connection.model<RetentionDoc>("Retention", schema, "retentions");
}

export async function findRetention(
  model: Model<RetentionDoc>,
  organizationId: string | null,
): Promise<StoredRetention> {
  const _id = retentionId(organizationId);
  const stored = await model.findById(_id).lean<RetentionDoc>();
  return { ...byDefault, revision: 0, audit: [], _id, ...stored };
}

const dayMs = 24 * 60 * 60_000;

/** The beginning of the first day, in UTC, whose calls or customers are kept: whole days are removed, and never today. */
export function keptSince(days: number | null, now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return new Date(days === null ? 0 : today - days * dayMs);
}

/** The times in words, for the audit log. */
export function daysOf({ conversationDays, analysisDays, customerDays }: Retention): string {
  const text = (days: number | null) => (days === null ? "forever" : `${days} days`);
  const [conversations, analyses, customers] = [conversationDays, analysisDays, customerDays].map(text);
  return `conversations ${conversations}, analyses ${analyses}, customers ${customers}`;
}
