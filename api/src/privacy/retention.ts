import type { Retention, saveRetention } from "@souffleur/contracts/privacy";
import type { Connection } from "mongoose";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { IdleCustomers } from "../customers/idle-customers.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { createCustomerRetention } from "./customer-retention.ts";
import { createRetentionJob, type RetentionJobDeps } from "./retention-job.ts";
import {
  daysOf,
  findRetention,
  keptSince,
  retentionModel,
  type StoredRetention,
} from "./retention-records.ts";

interface RetentionDeps extends Pick<RetentionJobDeps, "keys" | "turnMs"> {
  connection: Connection;
  audit: Pick<Audit, "watch" | "wake">;
  calls: RetentionJobDeps["calls"] & Pick<CallsForPrivacy, "countBefore">;
  customers: IdleCustomers;
}

type Answer = z.output<typeof saveRetention.data>;

/** How long organizations keep their calls and customers. */
export function createRetention({ connection, customers, ...deps }: RetentionDeps) {
  const { keys, audit, calls } = deps;
  const model = retentionModel(connection);
  const ofCustomers = createCustomerRetention(model, customers);
  audit.watch(model);
  const job = createRetentionJob({ ...deps, model, ofCustomers });

  const find = (organizationId: string | null) => findRetention(model, organizationId);

  async function wire(
    kept: StoredRetention,
    given: Retention,
    organizationId: string | null,
    now: Date,
  ): Promise<Answer> {
    const [conversations, analyses, customers] = await Promise.all([
      calls.countBefore(organizationId, keptSince(given.conversationDays, now)),
      calls.countBefore(organizationId, keptSince(given.analysisDays, now), true),
      ofCustomers.count(organizationId, keptSince(given.customerDays, now)),
    ]);
    return {
      conversationDays: given.conversationDays,
      analysisDays: given.analysisDays,
      customerDays: given.customerDays,
      revision: kept.revision,
      due: { conversations, analyses, customers },
    };
  }

  return {
    createIndexes: async () => void (await model.createIndexes()),

    async read(organizationId: string | null, now: Date): Promise<Answer> {
      const kept = await find(organizationId);
      return wire(kept, kept, organizationId, now);
    },

    /**
     * @throws AppError INVALID_TRANSITION with the stored times, where `revision` is no longer the stored one, and
     *   VALIDATION_ERROR for customers of no organization
     */
    async save(
      { caller, source }: By<Caller>,
      { revision, dryRun, ...wanted }: z.output<typeof saveRetention.body>,
      now: Date,
    ): Promise<Answer> {
      const { organizationId } = caller;
      const kept = await find(organizationId);
      const { customerDays = kept.customerDays } = wanted;
      const given = { ...wanted, customerDays };
      if (organizationId === null && customerDays !== null) throw withoutCustomers();
      if (dryRun) return wire(kept, given, organizationId, now);
      const event = auditEvent("retention.changed", kept._id, now, {
        actorId: caller.userId,
        from: daysOf(kept),
        to: daysOf(given),
        source,
      });
      const isCurrent =
        (revision === undefined || revision === kept.revision) &&
        (await isUpserted(
          model.updateOne(
            { _id: kept._id, revision: kept.revision === 0 ? { $exists: false } : kept.revision },
            {
              $set: given,
              $inc: { revision: 1 },
              $push: { audit: sealEvent(keys, event) },
            },
            { upsert: true },
          ),
        ));
      const saved = await find(organizationId);
      if (!isCurrent) {
        throw appError("INVALID_TRANSITION", {
          text: "These times were changed elsewhere.",
          current: await wire(saved, saved, organizationId, now),
        });
      }
      audit.wake();
      return wire(saved, saved, organizationId, now);
    },

    ...job,
  };
}
export type RetentionOfCalls = ReturnType<typeof createRetention>;

const withoutCustomers = () =>
  appError("VALIDATION_ERROR", { text: "Only organizations have customers.", field: "customerDays" });
