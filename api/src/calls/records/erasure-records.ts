import { createSlices } from "../../slices.ts";
import { outgoingEvent } from "../../webhooks/event.ts";
import {
  type CallCustomer,
  customerGroup,
  customerProjection,
  erasedCustomer,
  withCustomer,
} from "../call-customer.ts";
import { countChange } from "../figures/settled-counts.ts";
import type { CallDoc, CallModels } from "./call-model.ts";

/** A call with its names, for the list of calls to erase. */
type NamedCall = Pick<CallDoc, "_id" | "agentName" | keyof CallCustomer | "startedAt" | "seq">;

const anonymous = { agentName: "", ...erasedCustomer.set, notes: "", suggested: [] };
const removed = {
  ...erasedCustomer.unset,
  callSid: "",
  byNumber: "",
  notesRevision: "",
  nextStep: "",
  nextStepAt: "",
  openStep: "",
  outcomeRevision: "",
  outcomeAt: "",
  words: "",
  talk: "",
  summary: "",
  gist: "",
  wordsDue: "",
  numberedFor: "",
  microphoneAt: "",
  sharedAudioAt: "",
  settledChunks: "",
  echoChunks: "",
  packets: "",
  help: "",
};
/** Conditions of one query. */
const customersAtOnce = 100;
const spoken = { triggerId: "", insteadLine: "", instead: "", unprompted: "" };

/**
 * Erases ended calls. The call's document is made anonymous first; from then on only the figures use it, and no other
 * query reads or changes it. Its lines, notes and suggestions follow. All steps can be repeated.
 */
export function createErasureRecords({ calls, lines, suggestions, notes, figuresRevisions }: CallModels) {
  async function clear(callIds: readonly string[]): Promise<void> {
    // In sequence, because a call may have thousands of lines.
    for (const callId of callIds) {
      await Promise.all([
        lines.deleteMany({ callId }),
        notes.deleteMany({ callId }),
        suggestions.deleteMany({ callId, $or: [{ replyId: null }, { startedAt: null }] }),
        // The results of the playbook's replies are still counted, without the call's words.
        suggestions.updateMany({ callId, replyId: { $ne: null } }, { $set: { text: "" }, $unset: spoken }),
      ]);
    }
  }

  return {
    /** @returns the calls that were not erased before */
    async erase(callIds: readonly string[], now: Date): Promise<CallDoc[]> {
      const kept = { _id: { $in: callIds }, status: "ended" as const, erasedAt: null };
      const erased = await calls.find(kept).lean<CallDoc[]>();
      await calls.updateMany(kept, {
        $set: { ...anonymous, erasedAt: now },
        $unset: removed,
        $push: { events: outgoingEvent("call.deleted") },
      });
      await clear(callIds);
      return erased;
    },

    /**
     * Erases again what was in transit when the calls were erased. Only now are their telephones removed: without them, a
     * telephone that was still connected would have begun the call again.
     */
    async eraseLate(callIds: readonly string[]): Promise<void> {
      await clear(callIds);
      await calls.updateMany(
        { _id: { $in: callIds }, erasedAt: { $ne: null } },
        { $unset: { ...removed, phone: "" } },
      );
    },

    /** Removes erased calls of one organization, from the figures too. */
    async remove(callIds: readonly string[]): Promise<void> {
      await clear(callIds);
      const some = await calls
        .findOne({ _id: { $in: callIds } }, { organizationId: 1, startedAt: 1 })
        .lean<Pick<CallDoc, "organizationId" | "startedAt">>();
      await suggestions.deleteMany({ callId: { $in: callIds } });
      await calls.deleteMany({ _id: { $in: callIds }, status: "ended" });
      if (some) await countChange(figuresRevisions, some.organizationId, some.startedAt);
    },

    /** The organizations that have calls; null for platform administrators and their test calls. */
    async organizations(): Promise<(string | null)[]> {
      const found: (string | null)[] = [null];
      for (let last = ""; ; ) {
        const next = await calls
          .findOne({ organizationId: { $gt: last } }, { organizationId: 1 })
          .sort({ organizationId: 1 })
          .lean<Pick<CallDoc, "organizationId">>();
        if (typeof next?.organizationId !== "string") return found;
        last = next.organizationId;
        found.push(last);
      }
    },

    /** The oldest calls that started from `from` on and before `to`, without erased ones by default. */
    oldest: (
      organizationId: string | null,
      { from, to, erasedToo = false }: { from?: Date; to: Date; erasedToo?: boolean },
      limit: number,
    ) =>
      calls
        .find(
          {
            organizationId,
            startedAt: { ...(from && { $gte: from }), $lt: to },
            ...(!erasedToo && { erasedAt: null }),
          },
          { startedAt: 1, status: 1 },
        )
        .sort({ startedAt: 1 })
        .limit(limit)
        .lean<Pick<CallDoc, "_id" | "startedAt" | "status">[]>(),

    /** How many ended calls started before a time, without erased ones by default. */
    countBefore: (organizationId: string | null, to: Date, erasedToo = false) =>
      calls.countDocuments({
        organizationId,
        startedAt: { $lt: to },
        status: "ended",
        ...(!erasedToo && { erasedAt: null }),
      }),

    /** The calls with the customers that are wanted, the newest first. */
    async with(organizationId: string | null, isWanted: (customer: CallCustomer) => boolean) {
      const pause = createSlices();
      const wanted: CallCustomer[] = [];
      const all = calls
        .aggregate<CallCustomer>([
          { $match: { organizationId } },
          { $group: { _id: customerGroup } },
          { $replaceWith: "$_id" },
        ])
        .cursor();
      for await (const customer of all) {
        if (isWanted(customer)) wanted.push(customer);
        await pause();
      }
      const found: (NamedCall & Pick<CallDoc, "status">)[] = [];
      for (let from = 0; from < wanted.length; from += customersAtOnce) {
        const some = wanted.slice(from, from + customersAtOnce);
        const read = calls
          .find(
            { $or: some.map((one) => ({ organizationId, ...withCustomer(one) })), erasedAt: null },
            { agentName: 1, ...customerProjection, startedAt: 1, seq: 1, status: 1 },
          )
          .lean<NamedCall & Pick<CallDoc, "status">>()
          .cursor();
        for await (const call of read) {
          found.push(call);
          await pause();
        }
      }
      return found.sort((one, other) => other.startedAt.getTime() - one.startedAt.getTime());
    },
  };
}
export type ErasureRecords = ReturnType<typeof createErasureRecords>;
