import type { CallDoc, CallModels, PhoneLine } from "./call-model.ts";
import type { LeaseRecords } from "./lease-records.ts";
import type { LineRecords } from "./line-records.ts";

interface PhoneRecordsDeps {
  leases: Pick<LeaseRecords, "takeOver">;
  lines: Pick<LineRecords, "last">;
}

/** The queries of telephony. Each change is one guarded write. */
export function createPhoneRecords({ calls }: CallModels, { leases, lines }: PhoneRecordsDeps) {
  return {
    findByKey: (key: string) => calls.findOne({ "phone.key": key }).lean<CallDoc>(),

    /**
     * Detaches the agent's channel from an ended call, because the agent may stay on the line for the next client. A call
     * that was ended only on the screen stays attached while its client is the same: it is not a new call.
     * @returns false where the channel belongs to no such call
     */
    async detachEnded(key: string, client: string): Promise<boolean> {
      const isOver = [{ reason: "hangup" as const }, { "phone.client": { $ne: client } }];
      const over = { "phone.key": key, status: "ended" as const, $or: isOver };
      return (await calls.updateOne(over, { $unset: { phone: "" } })).modifiedCount === 1;
    },

    /** Active telephone calls of all processes. */
    findActive: () => calls.find({ status: "active", source: "telephony" }).lean<CallDoc[]>(),

    async isFollowed(agentId: string): Promise<boolean> {
      return (await calls.exists({ agentId, status: "active", source: "telephony" })) !== null;
    },

    /** The ended ones among these calls. */
    async findEnded(callIds: readonly string[]): Promise<string[]> {
      const ended = await calls
        .find({ _id: { $in: callIds }, status: "ended" }, { _id: 1 })
        .lean<Pick<CallDoc, "_id">[]>();
      return ended.map(({ _id }) => _id);
    },

    /**
     * Takes over a call of a dead process, and continues after its last stored line.
     * @returns null where another process was faster, or the call's owner is alive
     */
    async takeOver(call: CallDoc, owner: string, line: Omit<PhoneLine, "key">): Promise<CallDoc | null> {
      const [last] = await lines.last(call._id, 1);
      return leases.takeOver(call, owner, {
        "phone.app": line.app,
        "phone.client": line.client,
        seq: last?.seq ?? 0,
      });
    },

    /** Records that the agent (`key`) or the client now speaks through another channel. */
    async move(callId: string, end: "key" | "client", channel: string): Promise<void> {
      await calls.updateOne({ _id: callId }, { $set: { [`phone.${end}`]: channel } });
    },
  };
}
export type PhoneRecords = ReturnType<typeof createPhoneRecords>;
