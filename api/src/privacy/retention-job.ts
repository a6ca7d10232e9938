import type { Audit } from "../audit/audit.ts";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import type { CallsForPrivacy } from "../calls/calls.ts";
import type { Keyring } from "../crypto/keyring.ts";
import { isUpserted } from "../database/duplicate-keys.ts";
import { inTurn } from "../scheduling/in-turn.ts";
import type { createCustomerRetention } from "./customer-retention.ts";
import {
  daysOf,
  findRetention,
  keptSince,
  type RetentionStep,
  type retentionModel,
  type StoredRetention,
} from "./retention-records.ts";

export interface RetentionJobDeps {
  model: ReturnType<typeof retentionModel>;
  keys: Keyring;
  audit: Pick<Audit, "wake">;
  calls: Pick<CallsForPrivacy, "oldest" | "erase" | "eraseLate" | "remove" | "organizations">;
  ofCustomers: ReturnType<typeof createCustomerRetention>;
  /** How long a sweep may take, in ms; shorter than the lease of the periodic lock. */
  turnMs?: number;
}

const callsOfStep = 50;

/** The job that removes calls and customers that are older than their organization keeps them. */
export function createRetentionJob({
  model,
  keys,
  audit,
  calls,
  ofCustomers,
  turnMs = 20_000,
}: RetentionJobDeps) {
  let stopped = false;
  /** The first organization without a turn when the last sweep ended. */
  let next: string | null = null;

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
    const kept = await findRetention(model, organizationId);
    const { _id } = kept;
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
    /** Removes expired calls and customers, one step for each organization in turn, for a limited time, but one at least. */
    async sweep(now: Date): Promise<void> {
      const until = performance.now() + turnMs;
      let isFirst = true;
      const all = [...new Set([...(await calls.organizations()), ...(await ofCustomers.organizations())])];
      // A sweep may end before everybody had a turn: then the next one continues there.
      const first = Math.max(0, all.indexOf(next));
      let due = [...all.slice(first), ...all.slice(0, first)];
      while (due.length > 0) {
        const more: typeof due = [];
        const left: typeof due = [];
        try {
          await inTurn(due, async (organizationId) => {
            const isOver = stopped || (!isFirst && performance.now() > until);
            isFirst = false;
            if (isOver) left.push(organizationId);
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
