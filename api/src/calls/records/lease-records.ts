import type { EndReason } from "@souffleur/contracts";
import type { UpdateQuery } from "mongoose";
import { clock } from "../../clock.ts";
import { outgoingEvent } from "../../webhooks/event.ts";
import { secondsBetween } from "./call-dto.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineRecords } from "./line-records.ts";

/** A process that has not renewed its leases for this long is considered dead by all; in ms. */
export const leaseMs = 8000;

export const leaseEnd = (now = clock.ms()) => new Date(now + leaseMs);

/** The owner process of each active call. Every change is one write, guarded by the state that was read before. */
export function createLeaseRecords({ calls }: CallModels, lines: Pick<LineRecords, "last">) {
  return {
    /** @returns whether the process has any */
    async renew(owner: string): Promise<boolean> {
      const mine = { owner, status: "active" } as const;
      const { matchedCount } = await calls.updateMany(mine, { $set: { leaseUntil: leaseEnd() } });
      return matchedCount > 0;
    },

    /** Lets another process take over a process's telephone calls immediately. */
    async release(owner: string): Promise<void> {
      const leaseUntil = clock.now();
      await calls.updateMany({ owner, status: "active", source: "telephony" }, { $set: { leaseUntil } });
    },

    /**
     * Takes over an abandoned telephone call.
     * @param changes further fields to set
     * @returns null where another process was faster, or the call's owner is alive
     */
    takeOver: (call: CallDoc, owner: string, changes: UpdateQuery<CallDoc>["$set"] = {}) =>
      calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", owner: call.owner, leaseUntil: call.leaseUntil },
          { $set: { ...changes, owner, leaseUntil: leaseEnd() } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Active calls of other processes, where `before` is given only those whose lease ends before it. */
    findOthers: (owner: string, before?: Date) =>
      calls
        .find({ status: "active", owner: { $ne: owner }, ...(before && { leaseUntil: { $lt: before } }) })
        .lean<CallDoc[]>(),

    /**
     * Ends an abandoned call as of its owner's last renewal, or of the last stored line; `seq` becomes the number of that
     * line.
     * @returns null where another process was faster, or the call's owner is alive
     */
    async endAbandoned(call: CallDoc, reason: EndReason): Promise<CallDoc | null> {
      const [last] = await lines.last(call._id, 1);
      const lastRenewal = Math.min(call.leaseUntil.getTime() - leaseMs, clock.ms());
      const endedAt = new Date(
        Math.max(lastRenewal, last?.timestamp.getTime() ?? 0, call.startedAt.getTime()),
      );
      return calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", leaseUntil: call.leaseUntil },
          {
            $set: {
              status: "ended",
              reason,
              endedAt,
              durationSeconds: secondsBetween(call.startedAt, endedAt),
              seq: last?.seq ?? 0,
            },
            $push: { events: outgoingEvent("call.ended") },
          },
          { returnDocument: "after" },
        )
        .lean<CallDoc>();
    },
  };
}
export type LeaseRecords = ReturnType<typeof createLeaseRecords>;
