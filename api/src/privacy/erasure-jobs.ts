import { randomUUID } from "node:crypto";
import type { ErasureCertificate } from "@souffleur/contracts/privacy";
import { type Connection, Schema } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import { auditEvent, auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { CustomerErasure } from "../customers/erase-customers.ts";
import { schemaOptions } from "../database/schema-options.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import { certify, hashIds } from "./certificate.ts";

/** A requested erasure, which is completed even if its process dies. */
export interface ErasureDoc {
  _id: string;
  organizationId: string | null;
  /** The sealed customer; undefined for the deletion of one call. */
  customer?: string;
  callIds: string[];
  /** The organization's stored customers with this name, number or address. */
  customerIds?: string[];
  /** How many lines the calls had. */
  lines: number;
  /** The account and the network address of the request. */
  by: string;
  source: string | null;
  requestedAt: Date;
  completedAt?: Date;
  certificate?: ErasureCertificate;
  /** The certificate's seal by a later key. */
  laterSeal?: string;
  /** When a process must complete it, or repeat it once after its completion. */
  dueAt?: Date;
  audit: StoredEvent[];
}

const schema = new Schema<ErasureDoc>(
  {
    _id: { type: String, required: true },
    organizationId: { type: String, default: null },
    customer: String,
    callIds: { type: [String], required: true },
    customerIds: { type: [String], default: undefined },
    lines: { type: Number, required: true },
    by: { type: String, required: true },
    source: { type: String, default: null },
    requestedAt: { type: Date, required: true },
    completedAt: Date,
    certificate: { type: Schema.Types.Mixed },
    laterSeal: String,
    dueAt: Date,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ organizationId: 1, requestedAt: -1 });
schema.index({ dueAt: 1 }, { sparse: true });
schema.index({ "audit.at": 1 });
schema.index({ "certificate.seal": 1 }, { sparse: true });
schema.index({ laterSeal: 1 }, { sparse: true });

/** Longer than an erasure takes; after it, another process completes the erasure. */
const completionMs = 60_000;
/** After this time, everything that was in transit to an erased call has arrived. */
const repetitionMs = 60 * 60_000;
const callsOfStep = 50;
/** Each has the ids of all its calls. */
const erasuresOfSweep = 50;

/** Whose request an erasure carries out. */
export interface Asked {
  caller: Pick<Caller, "userId" | "organizationId">;
  /** The network address that the request came from. */
  source: string | null;
}

export interface ErasuresDeps {
  connection: Connection;
  keys: Keyring;
  log: Pick<Logger, "info">;
  audit: Pick<Audit, "watch" | "wake">;
  calls: Omit<CallsForPrivacy, "requireDeletion">;
  customers: CustomerErasure;
}

/** The stored jobs that erase calls and customers; all steps of a job can be repeated. */
export function createErasureJobs({ connection, keys, log, audit, calls, customers }: ErasuresDeps) {
  const model = connection.model<ErasureDoc>("Erasure", schema, "erasures");
  audit.watch(model);

  /** Carries out an erasure, which may have stopped at any step. */
  async function complete(erasure: ErasureDoc, now: Date): Promise<ErasureDoc> {
    const { callIds, customerIds = [], organizationId } = erasure;
    if (organizationId !== null && customerIds.length > 0) await customers.erase(organizationId, customerIds);
    for (let from = 0; from < callIds.length; from += callsOfStep) {
      const erased = await calls.erase(callIds.slice(from, from + callsOfStep), now);
      for (const call of erased) calls.announce(call);
    }
    const certificate = certificateOf(keys, erasure, now);
    await model.updateOne(
      { _id: erasure._id, completedAt: null },
      {
        $set: {
          completedAt: now,
          dueAt: new Date(now.getTime() + repetitionMs),
          ...(certificate && { certificate }),
        },
        $push: { audit: sealEvent(keys, eventOf(erasure, now)) },
      },
    );
    audit.wake();
    // For a restored backup, which does not have the deletion.
    if (certificate === undefined) log.info({ callId: callIds[0] }, "call deleted");
    return (await model.findById(erasure._id).lean<ErasureDoc>()) ?? erasure;
  }

  return {
    model,

    /** Stores a job, and carries it out. */
    async run(
      { caller, source }: Asked,
      erased: Pick<ErasureDoc, "callIds" | "lines" | "customer" | "customerIds">,
      now: Date,
    ): Promise<ErasureDoc> {
      const { userId: by, organizationId } = caller;
      const job = {
        ...erased,
        _id: randomUUID(),
        organizationId,
        by,
        source,
        requestedAt: now,
        dueAt: new Date(now.getTime() + completionMs),
        audit: [],
      };
      await model.create(job);
      return complete(job, now);
    },

    /** Completes the erasures of dead processes, and repeats each completed one once. */
    async sweep(now: Date): Promise<void> {
      const due = await model
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(erasuresOfSweep)
        .lean<ErasureDoc[]>();
      await inTurn(due, async (erasure) => {
        if (erasure.completedAt === undefined) return complete(erasure, now);
        await calls.eraseLate(erasure.callIds);
        return model.updateOne({ _id: erasure._id }, { $unset: { dueAt: "" } });
      });
    },
  };
}

function certificateOf(keys: Keyring, erasure: ErasureDoc, now: Date): ErasureCertificate | undefined {
  const { _id: id, organizationId, customer, callIds, lines, requestedAt, by } = erasure;
  if (customer === undefined) return undefined;
  return certify(keys, {
    id,
    organizationId,
    customer,
    calls: callIds.length,
    lines,
    callIds: hashIds(callIds),
    requestedAt: requestedAt.toISOString(),
    completedAt: now.toISOString(),
    by,
  });
}

function eventOf({ _id, customer, callIds, lines, by: actorId, source }: ErasureDoc, now: Date) {
  const details = { actorId, source };
  if (customer === undefined) return auditEvent("call.deleted", String(callIds[0]), now, details);
  return auditEvent("customer.erased", _id, now, {
    ...details,
    to: `${callIds.length} calls, ${lines} lines`,
  });
}
