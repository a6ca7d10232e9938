import { isDuplicateKey } from "../database/duplicate-keys.ts";
import type { CallDoc, CallModels, PhoneLine } from "./call-model.ts";
import { leaseEnd } from "./leases.ts";

/** What the bridge to the telephones has to know of stored calls: each change is one guarded write. */
export function createPhoneRecords({ calls, lines }: CallModels) {
  return {
    /** @returns what `open` made, or undefined where this telephone's call is stored already. */
    async unlessKnown<T>(open: () => Promise<T>): Promise<T | undefined> {
      try {
        return await open();
      } catch (thrown) {
        if (isDuplicateKey(thrown)) return undefined;
        throw thrown;
      }
    },

    findByKey: (key: string) => calls.findOne({ "phone.key": key }).lean<CallDoc>(),

    /**
     * The agent's channel outlives a call where he stays on the line for the next client; false where it bears no
     * call that is over. One that was ended on the screen goes on at the telephones: with the same client it is no
     * other call.
     */
    async passOn(key: string, client: string): Promise<boolean> {
      const isOver = [{ reason: "hangup" as const }, { "phone.client": { $ne: client } }];
      const over = { "phone.key": key, status: "ended" as const, $or: isOver };
      return (await calls.updateOne(over, { $unset: { phone: "" } })).modifiedCount === 1;
    },

    /** Telephone calls that are not known to be over, whoever follows them. */
    findActive: () => calls.find({ status: "active", source: "telephony" }).lean<CallDoc[]>(),

    async isFollowed(agentId: string): Promise<boolean> {
      return (await calls.exists({ agentId, status: "active", source: "telephony" })) !== null;
    },

    /** Which of these calls are over, whoever ended them. */
    async findEnded(callIds: readonly string[]): Promise<string[]> {
      const ended = await calls
        .find({ _id: { $in: callIds }, status: "ended" }, { _id: 1 })
        .lean<Pick<CallDoc, "_id">[]>();
      return ended.map(({ _id }) => _id);
    },

    /**
     * Carries on a call of a process that is gone, with the number after its last kept line. Null where another
     * was faster, or that process is alive after all.
     */
    async takeOver(call: CallDoc, owner: string, line: Omit<PhoneLine, "key">): Promise<CallDoc | null> {
      const last = await lines.findOne({ callId: call._id }).sort({ seq: -1 }).lean<{ seq: number }>();
      return calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", owner: call.owner, leaseUntil: call.leaseUntil },
          {
            $set: {
              owner,
              "phone.app": line.app,
              "phone.client": line.client,
              leaseUntil: leaseEnd(),
              seq: last?.seq ?? 0,
            },
          },
          { returnDocument: "after" },
        )
        .lean<CallDoc>();
    },

    /** One of the two speaks through another channel from now on. */
    async move(callId: string, end: "key" | "client", channel: string): Promise<void> {
      await calls.updateOne({ _id: callId }, { $set: { [`phone.${end}`]: channel } });
    },

    /** Lets a successor carry on at once. */
    async release(owner: string): Promise<void> {
      await calls.updateMany(
        { owner, status: "active", source: "telephony" },
        { $set: { leaseUntil: new Date() } },
      );
    },
  };
}
export type PhoneRecords = ReturnType<typeof createPhoneRecords>;
