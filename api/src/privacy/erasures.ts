import { randomUUID } from "node:crypto";
import { limits } from "@souffleur/contracts";
import type { Erasure, ErasureCertificate, eraseCustomer } from "@souffleur/contracts/privacy";
import { type Connection, Schema } from "mongoose";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent, auditEventSchema, type StoredEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallDoc, CallsForPrivacy } from "../calls/calls.ts";
import { namesOfCustomer, toCustomerDto } from "../calls/customer-fields.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { CustomerErasure } from "../customers/erase-customers.ts";
import { schemaOptions } from "../database/schema-options.ts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { Logger } from "../http/logger.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import { certify, hashIds, isErasedCustomer, isGenuine, sealAgain, sealCustomer } from "./certificate.ts";
import { customerKey } from "./customer.ts";

/** A requested erasure, which is completed even if its process dies. */
interface ErasureDoc {
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

interface Asked {
  caller: Pick<Caller, "userId" | "organizationId">;
  /** The network address that the request came from. */
  source: string | null;
}

interface ErasuresDeps {
  connection: Connection;
  keys: Keyring;
  log: Pick<Logger, "info">;
  audit: Pick<Audit, "watch" | "wake">;
  calls: Omit<CallsForPrivacy, "requireDeletion">;
  customers: CustomerErasure;
}

type Answer = z.output<typeof eraseCustomer.data>;

/** Erases customers and single calls by stored jobs, whose steps can all be repeated. */
export function createErasures({ connection, keys, log, audit, calls, customers }: ErasuresDeps) {
  const model = connection.model<ErasureDoc>("Erasure", schema, "erasures");
  audit.watch(model);

  async function createJob(
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
    return job;
  }

  /** Carries out an erasure, which may have stopped at any step. */
  async function complete(erasure: ErasureDoc, now: Date): Promise<ErasureDoc> {
    const { callIds, customerIds = [], organizationId } = erasure;
    if (organizationId !== null && customerIds.length > 0) await customers.erase(organizationId, customerIds);
    for (let from = 0; from < callIds.length; from += callsOfStep) {
      const erased = await calls.erase(callIds.slice(from, from + callsOfStep), now);
      for (const call of erased) calls.announce(call);
    }
    const certificate = certificateOf(erasure, now);
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

  function certificateOf(erasure: ErasureDoc, now: Date): ErasureCertificate | undefined {
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

  /**
   * The stored customers with a name, number or address, and the calls with one of them. Where the PBX has no name of a
   * customer, the number is stored as the name.
   */
  async function allOf(organizationId: string | null, isCustomer: (text: string) => boolean) {
    const customerIds = organizationId === null ? [] : await customers.matching(organizationId, isCustomer);
    const ofCalls = (await calls.customers(organizationId)).filter(
      (one) => customerIds.includes(one.clientId ?? "") || namesOfCustomer(one).some(isCustomer),
    );
    const found = ofCalls.length === 0 ? [] : await calls.with(organizationId, ofCalls);
    return { customerIds, found };
  }

  return {
    createIndexes: async () => void (await model.createIndexes()),

    /** @param call an ended call */
    async deleteCall(asked: Asked, { _id, seq }: Pick<CallDoc, "_id" | "seq">, now: Date): Promise<void> {
      await complete(await createJob(asked, { callIds: [_id], lines: seq }, now), now);
    },

    /** @throws AppError NOT_FOUND where there is no such call, INVALID_TRANSITION while one is running */
    async eraseCustomer(asked: Asked, customer: string, dryRun: boolean, now: Date): Promise<Answer> {
      const { organizationId } = asked.caller;
      const key = customerKey(customer);
      const { customerIds, found } = await allOf(organizationId, (text) => customerKey(text) === key);
      const lines = found.reduce((sum, { seq }) => sum + seq, 0);
      const answer: Answer = {
        calls: found.length,
        lines,
        customers: customerIds.length,
        newest: found.slice(0, limits.erasureShown).map(({ _id: callId, startedAt, seq, ...call }) => ({
          callId,
          startedAt: startedAt.toISOString(),
          agentName: call.agentName,
          ...toCustomerDto(call),
          lines: seq,
        })),
      };
      if (dryRun) return answer;
      if (found.length + customerIds.length === 0)
        throw appError("NOT_FOUND", { text: "No call with this customer was found." });
      if (found.some(({ status }) => status === "active")) {
        throw appError("INVALID_TRANSITION", {
          text: "This customer is in a call. Erase their data after it ends.",
        });
      }
      const callIds = found.map(({ _id }) => _id);
      const sealed = sealCustomer(keys, organizationId, customer);
      const job = await createJob(asked, { customer: sealed, callIds, customerIds, lines }, now);
      return { ...answer, erasure: toErasureDto(await complete(job, now)) };
    },

    /** Repeats the erasure of a certificate after a backup was restored. @returns how many calls it erases */
    async repeat(certificate: ErasureCertificate, now: Date): Promise<number> {
      const { organizationId, customer, by } = certificate;
      const { customerIds, found } = await allOf(organizationId, (text) =>
        isErasedCustomer(keys, certificate, text),
      );
      const lines = found.reduce((sum, { seq }) => sum + seq, 0);
      const callIds = found.filter(({ status }) => status === "ended").map(({ _id }) => _id);
      if (callIds.length + customerIds.length === 0) return 0;
      const caller = { userId: by, organizationId };
      const job = { customer, callIds, customerIds, lines };
      await complete(await createJob({ caller, source: null }, job, now), now);
      return callIds.length;
    },

    /**
     * Seals the certificates of former keys with the current one, because a rotation may later drop those. A certificate
     * that no listed key has sealed stays as it is.
     */
    async sealAgain(): Promise<void> {
      for (const kid of keys.kids.slice(1)) {
        const sealed = new RegExp(`^${kid}\\.`);
        const found = await model
          .find({ $or: [{ "certificate.seal": sealed }, { laterSeal: sealed }] })
          .lean<ErasureDoc[]>();
        for (const { _id, certificate, laterSeal = certificate?.seal } of found) {
          if (certificate && isGenuine(keys, certificate, laterSeal))
            await model.updateOne({ _id }, { $set: { laterSeal: sealAgain(keys, certificate) } });
        }
      }
    },

    /** Whether the product wrote this certificate, also where only a later key is listed. */
    async isGenuine(certificate: ErasureCertificate): Promise<boolean> {
      if (isGenuine(keys, certificate)) return true;
      const stored = await model
        .findById(certificate.id, { laterSeal: 1 })
        .lean<Pick<ErasureDoc, "laterSeal">>();
      return isGenuine(keys, certificate, stored?.laterSeal ?? "");
    },

    /** The erasures of customers, the newest first. */
    async list(organizationId: string | null): Promise<Erasure[]> {
      const found = await model
        .find({ organizationId, customer: { $ne: null } })
        .sort({ requestedAt: -1 })
        .limit(limits.erasuresListed)
        .lean<ErasureDoc[]>();
      return found.map(toErasureDto);
    },

    /** Completes the erasures of dead processes, and repeats each completed one once. */
    async sweep(now: Date): Promise<void> {
      await inTurn(await model.find({ dueAt: { $lte: now } }).lean<ErasureDoc[]>(), async (erasure) => {
        if (erasure.completedAt === undefined) return complete(erasure, now);
        await calls.eraseLate(erasure.callIds);
        return model.updateOne({ _id: erasure._id }, { $unset: { dueAt: "" } });
      });
    },
  };
}
export type Erasures = ReturnType<typeof createErasures>;

function eventOf({ _id, customer, callIds, lines, by: actorId, source }: ErasureDoc, now: Date) {
  const details = { actorId, source };
  if (customer === undefined) return auditEvent("call.deleted", String(callIds[0]), now, details);
  return auditEvent("customer.erased", _id, now, {
    ...details,
    to: `${callIds.length} calls, ${lines} lines`,
  });
}

function toErasureDto({ _id: id, callIds, lines, requestedAt, by, certificate }: ErasureDoc): Erasure {
  return {
    id,
    calls: callIds.length,
    lines,
    requestedAt: requestedAt.toISOString(),
    by,
    ...(certificate && { certificate }),
  };
}
