import { randomUUID } from "node:crypto";
import type { Sender } from "@souffleur/contracts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";
import { createLineNumbers } from "./line-numbers.ts";

export type NewLine = Pick<LineDoc, "_id" | "sender" | "text" | "confidence" | "timestamp"> &
  Partial<Pick<LineDoc, "startedAt">> & {
    /** Whether the agent's browser recorded it. */
    recorded?: boolean;
  };

type SpokenLine = Pick<LineDoc, "_id" | "seq" | "sender" | "text" | "timestamp" | "startedAt">;

/** A part of a call's lines, by their fields. */
interface Columns {
  ids: string[];
  seq: number[];
  sender: Sender[];
  text: string[];
  timestamp: Date[];
  startedAt: (Date | null)[];
}

/** So many lines of a call are put together into a document, which holds 16 MB at most. */
export const linesOfPart = 1000;

/** The stored lines of calls. */
export function createLineRecords({ calls, lines }: CallModels) {
  const numbers = createLineNumbers({ calls, lines });
  /** Writers of one process wait for each other here rather than at the database. */
  const writers = createKeyedQueue();

  async function isCarriedBy(callId: string, carrier: string): Promise<boolean> {
    return (await calls.exists({ _id: callId, owner: carrier })) !== null;
  }

  async function append(
    call: Pick<CallDoc, "_id" | "sessionId">,
    line: NewLine,
    again: boolean,
    carrier: string | undefined,
  ): Promise<LineDoc | undefined> {
    const { recorded: _, ...rest } = line;
    for (let repeated = again; ; repeated = true) {
      const stored = repeated ? await lines.findById(line._id).lean<LineDoc>() : null;
      // Another process that carries the call by now may have stored it: then it is not this carrier's any more.
      if (stored) return carrier === undefined || (await isCarriedBy(call._id, carrier)) ? stored : undefined;
      const seq =
        (repeated ? await numbers.of(call._id, line._id) : undefined) ??
        (await numbers.take(call._id, line, carrier));
      if (seq === undefined) return undefined;
      const doc = { ...rest, callId: call._id, sessionId: call.sessionId, seq, isTranscription: true };
      try {
        await lines.create(doc);
        numbers.stored(call._id, seq);
        return doc;
      } catch (thrown) {
        // The first try was written and only its answer lost; or this writer was so slow that it was taken
        // for dead and its number given to another line.
        if (!isDuplicateKey(thrown)) throw thrown;
      }
    }
  }

  return {
    createIndexes: () => lines.createIndexes(),

    find: (messageId: string) => lines.findById(messageId).lean<LineDoc>(),

    /** Lines of a call with a number greater than `seq`, in order. */
    after: (callId: string, seq: number) =>
      lines
        .find({ callId, seq: { $gt: seq } })
        .sort({ seq: 1 })
        .lean<LineDoc[]>(),

    /**
     * What is read of a whole call's lines, in order. In columns they cost the process a sixth of the time, and while
     * it reads one part the engine collects the next.
     */
    async spoken({ _id: callId, seq: last }: Pick<CallDoc, "_id" | "seq">): Promise<SpokenLine[]> {
      const parts = await Promise.all(
        Array.from({ length: Math.ceil(last / linesOfPart) }, (_, part) =>
          lines.aggregate<Columns>([
            { $match: { callId, seq: { $gt: part * linesOfPart, $lte: (part + 1) * linesOfPart } } },
            { $sort: { seq: 1 } },
            {
              $group: {
                _id: null,
                ids: { $push: "$_id" },
                seq: { $push: "$seq" },
                sender: { $push: "$sender" },
                text: { $push: "$text" },
                timestamp: { $push: "$timestamp" },
                startedAt: { $push: { $ifNull: ["$startedAt", null] } },
              },
            },
          ]),
        ),
      );
      return parts.flat().flatMap(({ ids, seq, sender, text, timestamp, startedAt }) =>
        ids.map((_id, at) => ({
          _id,
          seq: seq[at] as number,
          sender: sender[at] as Sender,
          text: text[at] as string,
          timestamp: timestamp[at] as Date,
          ...(startedAt[at] && { startedAt: startedAt[at] }),
        })),
      );
    },

    /** The newest lines, oldest first. */
    async last(callId: string, count: number): Promise<LineDoc[]> {
      const newest = await lines.find({ callId }).sort({ seq: -1 }).limit(count).lean<LineDoc[]>();
      return newest.reverse();
    },

    /** Numbers by id; a line that is not stored has none. */
    async numbers(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const stored = await lines
        .find({ _id: { $in: ids } }, { seq: 1 })
        .lean<Pick<LineDoc, "_id" | "seq">[]>();
      return new Map(stored.map(({ _id, seq }) => [_id, seq]));
    },

    /** Timestamps by id; a line that is not stored has none. */
    async timestamps(ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
      const stored = await lines
        .find({ _id: { $in: ids } }, { _id: 1, timestamp: 1 })
        .lean<Pick<LineDoc, "_id" | "timestamp">[]>();
      return new Map(stored.map(({ _id, timestamp }) => [_id, timestamp]));
    },

    /**
     * Gives a line the call's next number and stores it. A number is taken only when the line before is stored, so
     * that readers find no gap, however many processes write. After any failure `again` continues where the try
     * before stopped; another process continues in the same way with the same line.
     * @param carrier the process that must carry the call for this line to be stored; any, where it is left out
     * @returns undefined where the call is over, or carried by another
     */
    append: (
      call: Pick<CallDoc, "_id" | "sessionId">,
      line: NewLine,
      again: boolean,
      carrier?: string,
    ): Promise<LineDoc | undefined> => writers.run(call._id, () => append(call, line, again, carrier)),

    /** Waits until the line that took the call's last number is stored, or its writer can be taken for dead. */
    settled: (callId: string) => numbers.settled(callId),

    /** Replaces the text of stored lines: a later line showed that they hold a part of a secret. */
    async rewrite(callId: string, changes: readonly { id: string; text: string }[]): Promise<void> {
      await Promise.all(changes.map(({ id, text }) => lines.updateOne({ _id: id }, { $set: { text } })));
      // Where another process has ended the call, its words may have been collected from the text before.
      await calls.updateOne({ _id: callId, erasedAt: null }, { $set: { wordsDue: randomUUID() } });
    },
  };
}
export type LineRecords = ReturnType<typeof createLineRecords>;
