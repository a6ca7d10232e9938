import type { CallSource, EndReason } from "@souffleur/contracts";
import type { UpdateQuery } from "mongoose";
import type { CallDoc, CallModels } from "./call-model.ts";
import { secondsBetween } from "./call-wire.ts";
import type { LineRecords } from "./line-records.ts";

/** A process that has not renewed for this long is taken for dead by all; in ms. */
export const leaseMs = 8000;

export const leaseEnd = (now = Date.now()) => new Date(now + leaseMs);

/** Which process carries each active call: every change is one write, guarded by what was read before. */
export function createLeaseRecords({ calls }: CallModels, lines: Pick<LineRecords, "last">) {
  return {
    async renew(owner: string): Promise<void> {
      await calls.updateMany({ owner, status: "active" }, { $set: { leaseUntil: leaseEnd() } });
    },

    /** Lets another process take over a process's calls of one source at once. */
    async release(owner: string, source: CallSource): Promise<void> {
      await calls.updateMany({ owner, status: "active", source }, { $set: { leaseUntil: new Date() } });
    },

    /**
     * Takes over a call that its process left behind.
     * @param changes what else is to be set with it
     * @returns null where another process was faster, or the call's own is alive after all
     */
    takeOver: (call: CallDoc, owner: string, changes: UpdateQuery<CallDoc>["$set"] = {}) =>
      calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", owner: call.owner, leaseUntil: call.leaseUntil },
          { $set: { ...changes, owner, leaseUntil: leaseEnd() } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Active calls of other processes. */
    findOthers: (owner: string) => calls.find({ status: "active", owner: { $ne: owner } }).lean<CallDoc[]>(),

    /** Active calls of other processes whose lease ends before a time. */
    findUnrenewed: (owner: string, before: Date) =>
      calls.find({ status: "active", owner: { $ne: owner }, leaseUntil: { $lt: before } }).lean<CallDoc[]>(),

    /**
     * Ends a call that its process left behind, as of the time when the process was last known to be alive, or of the
     * last stored line; its count becomes that of the stored lines.
     * @returns null where another process was faster, or the call's own is alive after all
     */
    async endAbandoned(call: CallDoc, reason: EndReason): Promise<CallDoc | null> {
      const [last] = await lines.last(call._id, 1);
      const lastRenewal = Math.min(call.leaseUntil.getTime() - leaseMs, Date.now());
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
          },
          { returnDocument: "after" },
        )
        .lean<CallDoc>();
    },
  };
}
export type LeaseRecords = ReturnType<typeof createLeaseRecords>;
