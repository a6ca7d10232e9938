import { randomUUID } from "node:crypto";
import type { ErasureCertificate } from "@souffleur/contracts/privacy";
import { type Connection, Schema } from "mongoose";
import type { Audit } from "../audit/audit.ts";
import { auditEvent, auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import { clock } from "../clock.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { CustomerErasure } from "../customers/erase-customers.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { serverLimits } from "../limits.ts";
import type { Job, Jobs, StoredJob } from "../scheduling/jobs.ts";
import { certify, hashIds } from "./certificate.ts";

/** A requested erasure, which is completed even if its process dies. */
export interface ErasureDoc extends StoredJob {
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
    attempts: Number,
    worker: String,
    audit: [auditEventSchema],
  },
  schemaOptions,
);
schema.index({ organizationId: 1, requestedAt: -1 });
schema.index({ dueAt: 1 }, { sparse: true });
schema.index({ organizationId: 1, worker: 1 }, { partialFilterExpression: { worker: { $exists: true } } });
schema.index({ "audit.at": 1 });
schema.index({ "certificate.seal": 1 }, { sparse: true });
schema.index({ laterSeal: 1 }, { sparse: true });

/** After this time, everything that was in transit to an erased call has arrived. */
const repetitionMs = 60 * 60_000;
const callsOfStep = 50;

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
  jobs: Pick<Jobs, "leased">;
  audit: Pick<Audit, "watch" | "wake">;
  calls: Omit<CallsForPrivacy, "requireDeletion">;
  customers: CustomerErasure;
}

/** The stored jobs that erase calls and customers; all steps of a job can be repeated. */
export function createErasureJobs({ connection, keys, log, audit, calls, customers, jobs }: ErasuresDeps) {
  const model = connection.model<ErasureDoc>("Erasure", schema, "erasures");
  audit.watch(model);

  const queue = jobs.leased<ErasureDoc, "all">({
    name: "erasures",
    models: [model],
    shares: serverLimits.jobs.erasures,
    waiting: { filter: { dueAt: { $gt: new Date(0) }, completedAt: null }, since: "requestedAt" },
    async run(job) {
      if (job.doc.completedAt === undefined) return complete(job);
      await calls.eraseLate(job.doc.callIds);
      return undefined;
    },
  });

  /** Carries out an erasure, which may have stopped at any step, and is repeated once. */
  async function complete({ doc: erasure, end }: Job<ErasureDoc>): Promise<undefined> {
    const now = clock.now();
    const { callIds, customerIds = [], organizationId } = erasure;
    if (organizationId !== null && customerIds.length > 0) await customers.erase(organizationId, customerIds);
    for (let from = 0; from < callIds.length; from += callsOfStep) {
      const erased = await calls.erase(callIds.slice(from, from + callsOfStep), now);
      for (const call of erased) calls.announce(call);
    }
    const certificate = certificateOf(keys, erasure, now);
    const isCompleted = await end(
      {
        $set: {
          completedAt: now,
          dueAt: new Date(now.getTime() + repetitionMs),
          ...(certificate && { certificate }),
        },
        $unset: { worker: "" },
        $push: { audit: sealEvent(keys, eventOf(erasure, now)) },
      },
      { completedAt: null },
    );
    audit.wake();
    // For a restored backup, which does not have the deletion.
    if (isCompleted && certificate === undefined) log.info({ callId: callIds[0] }, "call deleted");
  }

  return {
    model,
    start: queue.start,
    stop: () => queue.stop(),

    /** Stores a job, and carries it out. @throws AppError RATE_LIMITED where too many of the organization are under way */
    async run(
      { caller, source }: Asked,
      erased: Pick<ErasureDoc, "callIds" | "lines" | "customer" | "customerIds">,
      now: Date,
    ): Promise<ErasureDoc> {
      const { userId: by, organizationId } = caller;
      const most = serverLimits.erasuresAtOnce;
      const open = { organizationId, worker: { $exists: true } };
      if ((await model.countDocuments(open, { limit: most })) >= most)
        throw appError("RATE_LIMITED", { retryAfter: 10 });
      const job = {
        ...{ ...erased, organizationId, by, source, requestedAt: now },
        ...{ _id: randomUUID(), audit: [], ...queue.begun() },
      };
      await model.create(job);
      await queue.doNow(job, model, "all");
      return (await model.findById(job._id).lean<ErasureDoc>()) ?? job;
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
