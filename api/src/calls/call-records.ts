import type { EndReason } from "@souffleur/contracts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import type { SessionState } from "../realtime/catch-up.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallDoc, CallModels, LineDoc } from "./call-model.ts";
import { createLineNumbers } from "./line-numbers.ts";

export type NewLine = Pick<LineDoc, "_id" | "sender" | "text" | "confidence" | "timestamp"> & {
  /** Whether the agent's microphone brought it. */
  microphone?: boolean;
};

const suggestedKept = 1000;
/** Two chunks of a recording are on their way at most; some more for a second tab that records too. */
const settledChunksKept = 8;

/** What is known of calls and their lines: each change is one atomic write, or can be done again. */
export function createCallRecords({ calls, lines }: CallModels) {
  const numbers = createLineNumbers({ calls, lines });
  /** Writers of one process wait for each other here rather than at the database. */
  const writers = createKeyedQueue();

  return {
    async createIndexes(): Promise<void> {
      await Promise.all([calls.createIndexes(), lines.createIndexes()]);
    },

    async create(call: CallDoc): Promise<void> {
      await calls.create(call);
    },

    /**
     * Keeps a call in a free slot of its agent's; false where all are taken. The index decides, so that starts at
     * once, at several processes too, get one slot each.
     */
    async createInSlot(call: CallDoc, slots: number): Promise<boolean> {
      for (let slot = 0; slot < slots; slot++) {
        try {
          await calls.create({ ...call, slot });
          return true;
        } catch (thrown) {
          if (!isDuplicateKey(thrown)) throw thrown;
        }
      }
      return false;
    },

    find: (callId: string) => calls.findById(callId).lean<CallDoc>(),

    findBySession: (sessionId: string) => calls.findOne({ sessionId }).lean<CallDoc>(),

    /** The agent's active calls that started last, the newest first. */
    findActiveOf: (agentId: string, howMany: number) =>
      calls.find({ agentId, status: "active" }).sort({ startedAt: -1 }).limit(howMany).lean<CallDoc[]>(),

    /** Sessions' counts and whether they are over, by session. */
    async sessionStates(sessionIds: readonly string[]): Promise<Map<string, SessionState>> {
      const found = await calls
        .find({ sessionId: { $in: sessionIds } }, { sessionId: 1, seq: 1, status: 1 })
        .lean<Pick<CallDoc, "sessionId" | "seq" | "status">[]>();
      return new Map(
        found.map(({ sessionId, seq, status }) => [sessionId, { seq, ended: status === "ended" }]),
      );
    },

    /** Which of these lines are kept, and since when. */
    async keptOf(ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
      const kept = await lines
        .find({ _id: { $in: ids } }, { _id: 1, timestamp: 1 })
        .lean<Pick<LineDoc, "_id" | "timestamp">[]>();
      return new Map(kept.map(({ _id, timestamp }) => [_id, timestamp]));
    },

    linesAfter: (callId: string, after: number) =>
      lines
        .find({ callId, seq: { $gt: after } })
        .sort({ seq: 1 })
        .lean<LineDoc[]>(),

    findLine: (messageId: string) => lines.findById(messageId).lean<LineDoc>(),

    /** The newest lines, oldest first. */
    async lastLines(callId: string, count: number): Promise<LineDoc[]> {
      const newest = await lines.find({ callId }).sort({ seq: -1 }).limit(count).lean<LineDoc[]>();
      return newest.reverse();
    },

    /** The notes' new revision; undefined where it was not `revision` any more that they replace. */
    async saveNotes(callId: string, notes: string, revision?: number): Promise<number | undefined> {
      const replaced =
        revision === undefined ? {} : { notesRevision: revision === 0 ? { $in: [0, null] } : revision };
      const call = await calls
        .findOneAndUpdate(
          { _id: callId, ...replaced },
          { $set: { notes }, $inc: { notesRevision: 1 } },
          { returnDocument: "after", projection: { notesRevision: 1 } },
        )
        .lean<Pick<CallDoc, "notesRevision">>();
      return call?.notesRevision;
    },

    /** When the microphone last brought a line. */
    async microphoneAt(callId: string): Promise<Date | undefined> {
      const call = await calls.findById(callId, { microphoneAt: 1 }).lean<Pick<CallDoc, "microphoneAt">>();
      return call?.microphoneAt;
    },

    /** A recorded chunk of the call needs no waiting for any more. */
    async settleChunk(callId: string, chunkId: string): Promise<void> {
      const settledChunks = { $each: [chunkId], $slice: -settledChunksKept };
      await calls.updateOne({ _id: callId }, { $push: { settledChunks } });
    },

    async addPackets(callId: string, howMany: number): Promise<void> {
      await calls.updateOne({ _id: callId }, { $inc: { packets: howMany } });
    },

    async packets(callId: string): Promise<number> {
      const call = await calls.findById(callId, { packets: 1 }).lean<Pick<CallDoc, "packets">>();
      return call?.packets ?? 0;
    },

    /** Whether a recorded chunk has nothing in front of it any more: the one named is settled, or the call over. */
    async isChunkSettled(callId: string, chunkId: string): Promise<boolean> {
      const waited = await calls.exists({ _id: callId, status: "active", settledChunks: { $ne: chunkId } });
      return waited === null;
    },

    /**
     * Gives a line the call's next number and keeps it. A number is taken only when the line before is kept, so
     * that whoever reads the lines finds them without gaps, however many processes write. After a failure of
     * whatever kind, `again` goes on where the try before got to; so does another process with the same line.
     * @param carrier the process that must carry the call for this line to be kept; any, where it is left out
     * Undefined where the call is over, or carried by another.
     */
    append: (
      call: Pick<CallDoc, "_id" | "sessionId">,
      line: NewLine,
      again: boolean,
      carrier?: string,
    ): Promise<LineDoc | undefined> => writers.run(call._id, () => append(call, line, again, carrier)),
    /** Waits until the line that took the call's last number is kept, or its writer can be taken for dead. */
    settled: (callId: string) => numbers.settled(callId),

    /** Replaces the text of kept lines: what was said later showed that they hold a part of a secret. */
    async rewrite(changes: readonly { id: string; text: string }[]): Promise<void> {
      await Promise.all(changes.map(({ id, text }) => lines.updateOne({ _id: id }, { $set: { text } })));
    },

    /** Ends an active call; null where it was not active (any more), or `carrier` does not carry it. */
    end: (callId: string, reason: EndReason, endedAt: Date, carrier?: string) =>
      calls
        .findOneAndUpdate(
          { _id: callId, status: "active", ...(carrier && { owner: carrier }) },
          { $set: { status: "ended", reason, endedAt } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Keys of what was suggested in a call, oldest first. */
    async suggested(callId: string): Promise<readonly string[]> {
      const call = await calls.findById(callId, { suggested: 1 }).lean<Pick<CallDoc, "suggested">>();
      return call?.suggested ?? [];
    },

    /** Takes keys for a suggestion, all or none; false where one of them was taken before. */
    async claimSuggestion(callId: string, keys: readonly string[]): Promise<boolean> {
      const { modifiedCount } = await calls.updateOne(
        { _id: callId, suggested: { $nin: keys } },
        { $push: { suggested: { $each: keys, $slice: -suggestedKept } } },
      );
      return modifiedCount === 1;
    },

    async renewLeases(owner: string, leaseUntil: Date): Promise<void> {
      await calls.updateMany({ owner, status: "active" }, { $set: { leaseUntil } });
    },

    /** Lets go of the scripted calls that a process carries; others may take them over at once. */
    async releaseLeases(owner: string, now: Date): Promise<void> {
      await calls.updateMany(
        { owner, status: "active", source: "simulation" },
        { $set: { leaseUntil: now } },
      );
    },

    /** Takes over a call that its process left behind. Null where somebody else was faster, or it is alive after all. */
    takeOver: (call: CallDoc, owner: string, leaseUntil: Date) =>
      calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", owner: call.owner, leaseUntil: call.leaseUntil },
          { $set: { owner, leaseUntil } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Active calls of other processes. */
    findOthers: (owner: string) => calls.find({ status: "active", owner: { $ne: owner } }).lean<CallDoc[]>(),

    /** Active calls of other processes whose lease ends before a time. */
    findUnrenewed: (owner: string, before: Date) =>
      calls.find({ status: "active", owner: { $ne: owner }, leaseUntil: { $lt: before } }).lean<CallDoc[]>(),

    /**
     * Ends a call that its process left behind, as of the last sign of life; its count becomes that of the
     * lines that were kept. Null where somebody else was faster, or the process is alive after all.
     */
    async endAbandoned(
      call: CallDoc,
      lastSignOfLife: Date,
      reason: EndReason = "server_restarted",
    ): Promise<CallDoc | null> {
      const last = await lines.findOne({ callId: call._id }).sort({ seq: -1 }).lean<LineDoc>();
      const endedAt = new Date(
        Math.max(lastSignOfLife.getTime(), last?.timestamp.getTime() ?? 0, call.startedAt.getTime()),
      );
      return calls
        .findOneAndUpdate(
          { _id: call._id, status: "active", leaseUntil: call.leaseUntil },
          { $set: { status: "ended", reason, endedAt, seq: last?.seq ?? 0 } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>();
    },
  };

  async function isCarriedBy(callId: string, carrier: string): Promise<boolean> {
    return (await calls.exists({ _id: callId, owner: carrier })) !== null;
  }

  async function append(
    call: Pick<CallDoc, "_id" | "sessionId">,
    line: NewLine,
    again: boolean,
    carrier: string | undefined,
  ): Promise<LineDoc | undefined> {
    const { microphone: _, ...rest } = line;
    for (let repeated = again; ; repeated = true) {
      const kept = repeated ? await lines.findById(line._id).lean<LineDoc>() : null;
      // Kept by the one who carries the call by now: not by its carrier of before, who was only slow.
      if (kept) return carrier === undefined || (await isCarriedBy(call._id, carrier)) ? kept : undefined;
      const seq =
        (repeated ? await numbers.of(call._id, line._id) : undefined) ??
        (await numbers.take(call._id, line, carrier));
      if (seq === undefined) return undefined;
      const doc = { ...rest, callId: call._id, sessionId: call.sessionId, seq, isTranscription: true };
      try {
        await lines.create(doc);
        numbers.kept(call._id, seq);
        return doc;
      } catch (thrown) {
        // The first try was written and only its answer lost; or this writer was so slow that it was taken
        // for dead and its number given to another line.
        if (!isDuplicateKey(thrown)) throw thrown;
      }
    }
  }
}
export type CallRecords = ReturnType<typeof createCallRecords>;
