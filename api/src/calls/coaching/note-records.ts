import { coachingLimits } from "@souffleur/contracts/coaching";
import type { Maxima } from "@souffleur/contracts/usage";
import { clock } from "../../clock.ts";
import { createCapacity } from "../../database/capacity.ts";
import { isUpserted, isWritten } from "../../database/duplicate-keys.ts";
import { customerProjection } from "../call-customer.ts";
import type { NoteDoc } from "../note-model.ts";
import type { CallDoc, CallModels } from "../records/call-model.ts";
import type { LineDoc } from "../records/line-model.ts";

const ofCall = { ...customerProjection, startedAt: 1, status: 1 } as const;
type CallOfNote = Pick<CallDoc, "_id" | keyof typeof ofCall>;
type LineOfNote = Pick<LineDoc, "callId" | "seq" | "sender" | "text">;

/** The notes on lines of calls. Each change is one atomic write. */
export function createNoteRecords(
  { calls, lines, notes, notesTold }: CallModels,
  maxima: Pick<Maxima, "lineNotes">,
) {
  const openOf = ({ agentId, organizationId }: Pick<NoteDoc, "agentId" | "organizationId">) =>
    ({ agentId, organizationId, open: true }) as const;

  return {
    async createIndexes(): Promise<void> {
      await notes.createIndexes();
    },

    hasLine: async (callId: string, seq: number): Promise<boolean> =>
      (await lines.exists({ callId, seq })) !== null,

    capacity: createCapacity({
      count: (organizationId) => notes.countDocuments({ organizationId }),
      max: maxima.lineNotes,
      text: "Your organization has {most} notes on lines, which is the most it can have. They are deleted with their calls: keep conversations for a shorter time, under Settings.",
    }),

    count: (callId: string) => notes.countDocuments({ callId }),

    /** Stores a note once. @returns the stored one, which may be another note with the same id */
    async add(note: Omit<NoteDoc, "at" | "open">): Promise<NoteDoc | null> {
      await isWritten(notes.create({ ...note, at: clock.now(), open: true }));
      // The call may have been erased meanwhile.
      if ((await calls.exists({ _id: note.callId, erasedAt: null })) === null)
        await notes.deleteOne({ _id: note._id, callId: note.callId });
      return notes.findById(note._id).lean<NoteDoc>();
    },

    /** Of a call, in the order of its lines. */
    of: (callId: string) => notes.find({ callId }).sort({ seq: 1, at: 1 }).lean<NoteDoc[]>(),

    find: (callId: string, _id: string) => notes.findOne({ _id, callId }).lean<NoteDoc>(),

    /** @returns null where it is closed, or does not exist */
    answer: (callId: string, _id: string, answer: string) =>
      notes
        .findOneAndUpdate({ _id, callId, open: true }, { $set: { answer } }, { returnDocument: "after" })
        .lean<NoteDoc>(),

    /** @returns the closed note; null where it does not exist */
    async close(callId: string, _id: string): Promise<NoteDoc | null> {
      await notes.updateOne(
        { _id, callId, open: true },
        { $set: { closedAt: clock.now() }, $unset: { open: "" } },
      );
      return notes.findOne({ _id, callId }).lean<NoteDoc>();
    },

    /** An agent's open notes, the newest first, each with its call and its line. */
    async openOf(agent: Pick<NoteDoc, "agentId" | "organizationId">) {
      const found = await notes
        .find(openOf(agent))
        .sort({ at: -1 })
        .limit(coachingLimits.listMax)
        .lean<NoteDoc[]>();
      if (found.length === 0) return [];
      const [ofNotes, spoken] = await Promise.all([
        calls
          .find({ _id: { $in: found.map(({ callId }) => callId) }, erasedAt: null }, ofCall)
          .lean<CallOfNote[]>(),
        lines
          .find(
            { $or: found.map(({ callId, seq }) => ({ callId, seq })) },
            { callId: 1, seq: 1, sender: 1, text: 1 },
          )
          .lean<LineOfNote[]>(),
      ]);
      const callById = new Map(ofNotes.map((call) => [call._id, call]));
      const lineByKey = new Map(spoken.map((line) => [`${line.callId} ${line.seq}`, line]));
      return found.flatMap((note) => {
        const [call, line] = [callById.get(note.callId), lineByKey.get(`${note.callId} ${note.seq}`)];
        return call && line ? [{ note, call, line }] : [];
      });
    },

    countOpen: (agent: Pick<NoteDoc, "agentId" | "organizationId">) => notes.countDocuments(openOf(agent)),

    /** Whether the agent is to be told now; of several calls at once one gets true. */
    claimTelling: (userId: string, now: Date): Promise<boolean> =>
      isUpserted(
        notesTold.updateOne(
          { _id: userId, toldAt: { $lt: new Date(now.getTime() - coachingLimits.tellEveryMs) } },
          { $set: { toldAt: now } },
          { upsert: true },
        ),
      ),
  };
}
export type NoteRecords = ReturnType<typeof createNoteRecords>;
