import { limits } from "@souffleur/contracts";
import type { Erasure, ErasureCertificate, eraseCustomer } from "@souffleur/contracts/privacy";
import type { z } from "zod";
import { namesOfCustomer, toCustomerDto } from "../calls/call-customer.ts";
import type { CallDoc, CallsForPrivacy } from "../calls/calls.ts";
import { appError } from "../http/errors.ts";
import { isErasedCustomer, isGenuine, sealAgain, sealCustomer } from "./certificate.ts";
import { isNamed } from "./customer.ts";
import { type Asked, createErasureJobs, type ErasureDoc, type ErasuresDeps } from "./erasure-jobs.ts";

type Answer = z.output<typeof eraseCustomer.data>;

/** Erases customers and single calls, and keeps the certificates of erased customers. */
export function createErasures(deps: ErasuresDeps) {
  const { keys, calls, customers } = deps;
  const jobs = createErasureJobs(deps);
  const { model } = jobs;

  /**
   * The stored customers with a name, number or address, and the calls with one of them. Where the PBX has no name of a
   * customer, the number is stored as the name.
   * @param customer what `isCustomer` looks for, where that is known
   */
  async function allOf(
    organizationId: string | null,
    isCustomer: (text: string) => boolean,
    customer?: string,
  ) {
    const stored =
      organizationId === null ? [] : await customers.matching(organizationId, isCustomer, customer);
    const customerIds = stored.map(({ _id }) => _id);
    const ids = new Set(customerIds);
    // Of a name, all are the customer. A number or address may be that of several people.
    const people = stored.filter(({ name }) => !isCustomer(name));
    const found = await calls.with(
      organizationId,
      (one) => ids.has(one.clientId ?? "") || namesOfCustomer(one).some(isCustomer),
    );
    return { customerIds, found, people };
  }

  return {
    createIndexes: async () => void (await model.createIndexes()),

    /** @param call an ended call */
    async deleteCall(asked: Asked, { _id, seq }: Pick<CallDoc, "_id" | "seq">, now: Date): Promise<void> {
      await jobs.run(asked, { callIds: [_id], lines: seq }, now);
    },

    /** @throws AppError NOT_FOUND where there is no such call, INVALID_TRANSITION while one is running, CUSTOMER_AMBIGUOUS */
    async eraseCustomer(asked: Asked, customer: string, dryRun: boolean, now: Date): Promise<Answer> {
      const { organizationId } = asked.caller;
      const { customerIds, found, people } = await allOf(organizationId, isNamed(customer), customer);
      if (people.length > 1) {
        const candidates = people.slice(0, limits.erasureShown).map(({ name, company }) => ({
          name,
          ...(company !== undefined && { company }),
        }));
        if (dryRun) return { calls: 0, lines: 0, customers: 0, newest: [], candidates };
        throw appError("CUSTOMER_AMBIGUOUS", { current: { candidates } });
      }
      const lines = linesOf(found);
      const answer = { calls: found.length, lines, customers: customerIds.length, newest: newestOf(found) };
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
      const erasure = await jobs.run(asked, { customer: sealed, callIds, customerIds, lines }, now);
      return { ...answer, erasure: toErasureDto(erasure) };
    },

    /** Repeats the erasure of a certificate after a backup was restored. @returns how many calls it erases */
    async repeat(certificate: ErasureCertificate, now: Date): Promise<number> {
      const { organizationId, customer, by } = certificate;
      const { customerIds, found } = await allOf(organizationId, (text) =>
        isErasedCustomer(keys, certificate, text),
      );
      const callIds = found.filter(({ status }) => status === "ended").map(({ _id }) => _id);
      if (callIds.length + customerIds.length === 0) return 0;
      const caller = { userId: by, organizationId };
      const erased = { customer, callIds, customerIds, lines: linesOf(found) };
      await jobs.run({ caller, source: null }, erased, now);
      return callIds.length;
    },

    /**
     * Seals the certificates of former keys with the current one, because a rotation may later drop those. A certificate
     * that no listed key has sealed stays as it is.
     */
    async sealAgain(): Promise<void> {
      for (const kid of keys.kids.slice(1)) {
        const sealed = new RegExp(`^${kid}\\.`);
        const found = model
          .find(
            { $or: [{ "certificate.seal": sealed }, { laterSeal: sealed }] },
            { certificate: 1, laterSeal: 1 },
          )
          .lean<Pick<ErasureDoc, "_id" | "certificate" | "laterSeal">>()
          .cursor();
        for await (const { _id, certificate, laterSeal = certificate?.seal } of found) {
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

    start: jobs.start,
    stop: jobs.stop,
  };
}
export type Erasures = ReturnType<typeof createErasures>;

const linesOf = (found: readonly Pick<CallDoc, "seq">[]) => found.reduce((sum, { seq }) => sum + seq, 0);

function newestOf(found: Awaited<ReturnType<CallsForPrivacy["with"]>>): Answer["newest"] {
  return found.slice(0, limits.erasureShown).map(({ _id: callId, startedAt, seq, ...call }) => ({
    callId,
    startedAt: startedAt.toISOString(),
    agentName: call.agentName,
    ...toCustomerDto(call),
    lines: seq,
  }));
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
