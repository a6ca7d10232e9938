import type { Retention } from "@souffleur/contracts/privacy";
import { type Connection, type Model, type QueryFilter, Schema, type UpdateQuery } from "mongoose";
import { auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { schemaOptions } from "../database/schema-options.ts";

/** Some calls that are to be erased, or to be removed from the figures too. */
export interface RetentionStep {
  kind: "conversations" | "analyses";
  callIds: string[];
  /** When the last of them started. */
  until: Date;
}

/** How long an organization keeps its calls, and how far it is carried out. */
export interface RetentionDoc extends Partial<Retention> {
  /** The organization's id, or `platform` for platform administrators. */
  _id: string;
  /** How often it was changed; none before the first. */
  revision?: number;
  /** Nothing is deleted before. */
  startsAt?: Date;
  /** No call that started before has a conversation. */
  through?: Date;
  /** What is being done: stored first, so that a process that is killed leaves nothing half-done or uncounted. */
  step?: RetentionStep;
  /** What was done and is not reported to the audit log yet. */
  done?: { conversations: number; analyses: number };
  audit: StoredEvent[];
}

const schema = new Schema<RetentionDoc>(
  {
    _id: { type: String, required: true },
    conversationDays: Number,
    analysisDays: Number,
    revision: Number,
    startsAt: Date,
    through: Date,
    step: {
      type: new Schema<RetentionStep>({ kind: String, callIds: [String], until: Date }, { _id: false }),
    },
    done: { type: new Schema({ conversations: Number, analyses: Number }, { _id: false }) },
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ "audit.at": 1 });

const byDefault: Retention = { conversationDays: 180, analysisDays: 365 };

export type KeptRetention = RetentionDoc & Retention & Required<Pick<RetentionDoc, "revision">>;

const retentionId = (organizationId: string | null) => organizationId ?? "platform";

export function retentionModel(connection: Connection): Model<RetentionDoc> {
  return connection.model<RetentionDoc>("Retention", schema, "retentions");
}

export async function findRetention(
  model: Model<RetentionDoc>,
  organizationId: string | null,
): Promise<KeptRetention> {
  const _id = retentionId(organizationId);
  const stored = await model.findById(_id).lean<RetentionDoc>();
  return { ...byDefault, revision: 0, audit: [], _id, ...stored };
}

/** An update of an organization's document, which is made where there is none; false where it is not as expected. */
export async function changeRetention(
  model: Model<RetentionDoc>,
  expected: QueryFilter<RetentionDoc>,
  change: UpdateQuery<RetentionDoc>,
): Promise<boolean> {
  try {
    await model.updateOne(expected, change, { upsert: true });
    return true;
  } catch (thrown) {
    if (isDuplicateKey(thrown)) return false;
    throw thrown;
  }
}
