import { randomUUID } from "node:crypto";
import type { Sender } from "@souffleur/contracts";
import { isWritten } from "../../database/duplicate-keys.ts";
import { createKeyedQueue } from "../../scheduling/keyed-queue.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";
import { createLineNumbers } from "./line-numbers.ts";

export type NewLine = Pick<LineDoc, "_id" | "sender" | "text" | "confidence" | "timestamp"> &
  Partial<Pick<LineDoc, "startedAt" | "corrects">> & {
    /** Whether the agent's browser recorded it. */
    recorded?: boolean;
  };

export type SpokenLine = Pick<LineDoc, "_id" | "seq" | "sender" | "text" | "timestamp" | "startedAt">;

/** A part of a call's lines, as columns. */
interface Columns {
  ids: string[];
  seq: number[];
  sender: Sender[];
  text: string[];
  timestamp: Date[];
  startedAt: (Date | null)[];
}

/** How many lines one document collects, whose size is limited to 16 MB. */
export const linesOfPart = 1000;
/** How many lines the database sends at once. */
const linesAtOnce = 500;
/** How many lines are read at once whose corrections are due. */
const uncorrectedRead = 100;

/** The stored lines of calls. */
export function createLineRecords({ calls, lines }: CallModels) {
  const numbers = createLineNumbers({ calls, lines });
  /** Serializes the writers of one process, which would otherwise compete at the database. */
  const writers = createKeyedQueue();

  const isOwnedBy = async (_id: string, owner: string) => (await calls.exists({ _id, owner })) !== null;

  async function append(
    call: Pick<CallDoc, "_id" | "sessionId">,
    line: NewLine,
    again: boolean,
    owner: string | undefined,
  ): Promise<LineDoc | undefined> {
    const { recorded: _, ...rest } = line;
    for (let repeated = again; ; repeated = true) {
      const stored = repeated ? await lines.findById(line._id).lean<LineDoc>() : null;
      // The line may have been stored by a process that has taken over the call since.
      if (stored) return owner === undefined || (await isOwnedBy(call._id, owner)) ? stored : undefined;
      const seq =
        (repeated ? await numbers.of(call._id, line._id) : undefined) ??
        (await numbers.take(call._id, line, owner));
      if (seq === undefined) return undefined;
      const doc = { ...rest, callId: call._id, sessionId: call.sessionId, seq, isTranscription: true };
      // If it is not written, only the answer to the first attempt was lost, or this writer was so slow that its number
      // was released and given to another line.
      if (!(await isWritten(lines.create(doc)))) continue;
      numbers.stored(call._id, seq);
      return doc;
    }
  }

  return {
    createIndexes: () => lines.createIndexes(),

    ...createLineReader(lines),

    /**
     * Gives a line the call's next number and stores it. A number is taken only when the line before it is stored, so
     * that readers find no gap, however many processes write.
     * @param again whether this or another process may have attempted it before; it continues where that attempt stopped
     * @param owner the process that must own the call; any process by default
     * @returns undefined where the call has ended, or has another owner
     */
    append: (
      call: Pick<CallDoc, "_id" | "sessionId">,
      line: NewLine,
      again: boolean,
      owner?: string,
    ): Promise<LineDoc | undefined> => writers.acquire(call._id, () => append(call, line, again, owner)),

    /** Waits until the line of the call's last number is stored, or its writer is presumed dead. */
    settled: (callId: string) => numbers.settled(callId),

    /**
     * Writes the new texts of lines whose secret a stored line has completed. They are stored with that line in one write,
     * so that they can be written again after a crash.
     * @returns the changed lines
     */
    async correct({ _id, callId, corrects = [] }: Pick<LineDoc, "_id" | "callId" | "corrects">) {
      const ids = corrects.map(({ id }) => id);
      await Promise.all(
        corrects.map(({ id, text }) =>
          lines.updateOne({ _id: id, callId }, { $set: { text, changed: true } }),
        ),
      );
      // Where another process has ended the call, its words may have been collected from the former text.
      await calls.updateOne(
        { _id: callId, erasedAt: null },
        // The summary and the gist may have the secret.
        { $set: { wordsDue: randomUUID() }, $unset: { summary: "", gist: "" }, $inc: { corrections: 1 } },
      );
      await lines.updateOne({ _id }, { $unset: { corrects: "" } });
      return lines
        .find({ _id: { $in: ids } })
        .sort({ seq: 1 })
        .lean<LineDoc[]>();
    },
  };
}
export type LineRecords = ReturnType<typeof createLineRecords>;

function createLineReader(lines: CallModels["lines"]) {
  return {
    find: (messageId: string) => lines.findById(messageId).lean<LineDoc>(),

    /** Lines of a call with a number greater than `seq`, in order; others are answered while thousands are read. */
    async after(callId: string, seq: number): Promise<LineDoc[]> {
      const found: LineDoc[] = [];
      const cursor = lines
        .find({ callId, seq: { $gt: seq } })
        .sort({ seq: 1 })
        .batchSize(linesAtOnce)
        .lean<LineDoc>()
        .cursor();
      for await (const line of cursor) found.push(line);
      return found;
    },

    /**
     * All lines of a call, in order. Columns take the process a sixth of the time of documents, and the engine collects
     * the next part while the process reads one.
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

    /** The numbers and timestamps of those lines that are stored, by id. */
    async byId(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<LineDoc, "seq" | "timestamp">>> {
      const stored = await lines
        .find({ _id: { $in: ids } }, { seq: 1, timestamp: 1 })
        .lean<Pick<LineDoc, "_id" | "seq" | "timestamp">[]>();
      return new Map(stored.map((line) => [line._id, line]));
    },

    /** Lines from before a time whose corrections are not written, in the order in which they were stored. */
    uncorrected: (before: Date) =>
      lines
        .find({ "corrects.id": { $exists: true }, timestamp: { $lte: before } })
        .sort({ seq: 1 })
        .limit(uncorrectedRead)
        .lean<LineDoc[]>(),

    /** Changed lines of a call up to a number, in order. */
    changed: (callId: string, through: number) =>
      lines
        .find({ callId, seq: { $lte: through }, changed: true })
        .sort({ seq: 1 })
        .lean<LineDoc[]>(),
  };
}
