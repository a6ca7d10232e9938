import type { Retention, saveRetention } from "@souffleur/contracts/privacy";
import type { Connection } from "mongoose";
import type { z } from "zod";
import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { IdleCustomers } from "../customers/idle-customers.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { appError } from "../http/errors.ts";
import type { By, Caller } from "../http/guard.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import { createCustomerRetention } from "./customer-retention.ts";
import {
  findRetention,
  type RetentionStep,
  retentionModel,
  type StoredRetention,
} from "./retention-records.ts";

interface RetentionDeps {
  connection: Connection;
  keys: Keyring;
  audit: Pick<Audit, "watch" | "wake">;
  calls: Omit<CallsForPrivacy, "requireDeletion" | "announce">;
  customers: IdleCustomers;
  /** How long a sweep may take, in ms; shorter than the lease of the periodic lock. */
  turnMs?: number;
}

const dayMs = 24 * 60 * 60_000;
const callsOfStep = 50;

type Answer = z.output<typeof saveRetention.data>;

/** The beginning of the first day, in UTC, whose calls or customers are kept: whole days are removed, and never today. */
function keptSince(days: number | null, now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  return new Date(days === null ? 0 : today - days * dayMs);
}

/** How long organizations keep their calls and customers, and the job that removes older ones. */
export function createRetention({
  connection,
  keys,
  audit,
  calls,
  customers,
  turnMs = 20_000,
}: RetentionDeps) {
  const model = retentionModel(connection);
  const ofCustomers = createCustomerRetention(model, customers);
  audit.watch(model);
  let stopped = false;
  /** The first organization without a turn when the last sweep ended. */
  let next: string | null = null;

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
      ...(kept.startsAt && kept.startsAt > now && { startsAt: kept.startsAt.toISOString() }),
      due: { conversations, analyses, customers },
    };
  }

  /** Plans a step for some of the oldest calls to remove; undefined where there are none. */
  async function plan(
    organizationId: string | null,
    kept: StoredRetention,
    now: Date,
  ): Promise<RetentionStep | undefined> {
    const conversations = keptSince(kept.conversationDays, now);
    const analyses = keptSince(kept.analysisDays, now);
    const from = kept.through;
    const kinds = [
      ["conversations", { ...(from && { from }), to: conversations }],
      ["analyses", { to: analyses, erasedToo: true }],
    ] as const;
    for (const [kind, where] of kinds) {
      const oldest = await calls.oldest(organizationId, where, callsOfStep);
      const running = oldest.findIndex(({ status }) => status === "active");
      const some = running < 0 ? oldest : oldest.slice(0, running);
      const last = some.at(-1);
      if (last) return { kind, callIds: some.map(({ _id }) => _id), until: last.startedAt };
    }
    return undefined;
  }

  /**
   * Takes one step for an organization: it is stored, carried out and counted, in this order, so that the next turn can
   * continue it.
   * @returns whether there may be another step
   */
  async function step(organizationId: string | null, now: Date): Promise<boolean> {
    const kept = await find(organizationId);
    const { _id } = kept;
    if (kept.startsAt && kept.startsAt > now) return false;
    const next = kept.step ?? (await plan(organizationId, kept, now));
    if (next === undefined) {
      if (await ofCustomers.step(kept, keptSince(kept.customerDays, now), now)) return true;
      await report(kept, now);
      return false;
    }
    if (kept.step === undefined) {
      await isUpserted(model.updateOne({ _id }, { $set: { step: next } }, { upsert: true }));
    }
    if (next.kind === "conversations") {
      await calls.erase(next.callIds, now);
      await calls.eraseLate(next.callIds);
    } else {
      await calls.remove(next.callIds);
    }
    await model.updateOne(
      { _id, "step.callIds": next.callIds },
      {
        $unset: { step: "" },
        $inc: { [`done.${next.kind}`]: next.callIds.length },
        ...(next.kind === "conversations" && { $max: { through: next.until } }),
      },
    );
    return true;
  }

  async function report(
    { _id, done, conversationDays, analysisDays, customerDays }: StoredRetention,
    now: Date,
  ): Promise<void> {
    if (done === undefined) return;
    const { conversations = 0, analyses = 0, customers = 0 } = done;
    const event = auditEvent("retention.applied", _id, now, {
      to: `${conversations} conversations, ${analyses} analyses, ${customers} customers`,
      reason: daysOf({ conversationDays, analysisDays, customerDays }),
    });
    await model.updateOne({ _id, done }, { $unset: { done: "" }, $push: { audit: sealEvent(keys, event) } });
    audit.wake();
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
              $unset: { startsAt: "" },
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

    /** Removes expired calls and customers, one step for each organization in turn, for a limited time. */
    async sweep(now: Date): Promise<void> {
      const until = performance.now() + turnMs;
      const all = [...new Set([...(await calls.organizations()), ...(await ofCustomers.organizations())])];
      // A sweep may end before everybody had a turn: then the next one continues there.
      const first = Math.max(0, all.indexOf(next));
      let due = [...all.slice(first), ...all.slice(0, first)];
      while (due.length > 0) {
        const more: typeof due = [];
        const left: typeof due = [];
        try {
          await inTurn(due, async (organizationId) => {
            if (stopped || performance.now() > until) left.push(organizationId);
            else if (await step(organizationId, now)) more.push(organizationId);
          });
        } finally {
          [next = null] = left;
        }
        if (left.length > 0) return;
        due = more;
      }
    },

    stop(): void {
      stopped = true;
    },
  };
}
export type RetentionOfCalls = ReturnType<typeof createRetention>;

const withoutCustomers = () =>
  appError("VALIDATION_ERROR", { text: "Only organizations have customers.", field: "customerDays" });

function daysOf({ conversationDays, analysisDays, customerDays }: Retention): string {
  const text = (days: number | null) => (days === null ? "forever" : `${days} days`);
  const [conversations, analyses, customers] = [conversationDays, analysisDays, customerDays].map(text);
  return `conversations ${conversations}, analyses ${analyses}, customers ${customers}`;
}
