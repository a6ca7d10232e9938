import { randomUUID } from "node:crypto";
import type { ConversationSummary, EndReason } from "@souffleur/contracts";
import { isWritten } from "../../database/duplicate-keys.ts";
import type { ReadStates } from "../../realtime/fan-out.ts";
import { outgoingEvent } from "../../webhooks/event.ts";
import { formatSummary, readSummary } from "../summary/stored-summary.ts";
import { secondsBetween } from "./call-dto.ts";
import { createCallFigures } from "./call-figures.ts";
import { createCallAgents, createCallList } from "./call-list.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import { createCallSearch } from "./call-search.ts";
import { createCallWords } from "./call-words.ts";
import { createDeskRecords } from "./desk-records.ts";
import { createErasureRecords } from "./erasure-records.ts";
import { createLeaseRecords } from "./lease-records.ts";
import { createLineRecords } from "./line-records.ts";
import { atRevision, createOutcomeRecords } from "./outcome-records.ts";
import { createPhoneRecords } from "./phone-records.ts";
import { createReplyRecords } from "./reply-records.ts";
import { createSuggestionRecords } from "./suggestion-records.ts";

const suggestedKept = 1000;
/** At most two chunks of each of two recordings are in transit; the rest is for a second tab that records too. */
const settledChunksKept = 16;

type Summarized = Pick<CallDoc, "_id" | "seq" | "corrections">;

/** An ended call while it has the lines of which its summary is made: a corrected line has hidden a secret, which it may have. */
const asSummarized = ({ _id, seq, corrections }: Summarized) => ({
  _id,
  erasedAt: null,
  status: "ended" as const,
  seq,
  corrections: corrections ?? null,
});

/** The stored calls. Each change is one atomic write, or can be repeated. */
export function createCallRecords(models: CallModels) {
  const { calls } = models;
  const lines = createLineRecords(models);
  const leases = createLeaseRecords(models, lines);
  const suggestions = createSuggestionRecords(models);
  const replies = createReplyRecords(models);

  return {
    lines,
    leases,
    suggestions,
    replies,
    erasure: createErasureRecords(models),
    outcomes: createOutcomeRecords(models),
    figures: createCallFigures(models),
    list: createCallList(models),
    agents: createCallAgents(models),
    search: createCallSearch(models),
    words: createCallWords(models, lines, replies),
    desk: createDeskRecords(models),
    phones: createPhoneRecords(models, { leases, lines }),
    ...createAudioRecords(models),
    ...createSummaryRecords(models),

    async createIndexes(): Promise<void> {
      await Promise.all([calls.createIndexes(), lines.createIndexes(), suggestions.createIndexes()]);
    },

    async create(call: CallDoc): Promise<void> {
      await calls.create(call);
    },

    /**
     * Stores a call in a free slot of its agent; false where all slots are taken. The unique index decides, so that
     * concurrent starts take one slot each, also at several processes.
     */
    async createInSlot(call: CallDoc, slots: number): Promise<boolean> {
      for (let slot = 0; slot < slots; slot++) {
        if (await isWritten(calls.create({ ...call, slot }))) return true;
      }
      return false;
    },

    /** Null also for an erased call. */
    find: (callId: string) => calls.findOne({ _id: callId, erasedAt: null }).lean<CallDoc>(),
    /** Whether a call is one with a scripted client. */
    isPractice: async (callId: string) => (await calls.exists({ _id: callId, practice: true })) !== null,

    findBySession: (sessionId: string) => calls.findOne({ sessionId, erasedAt: null }).lean<CallDoc>(),

    /** The agent's newest active calls, the newest first. */
    findActiveOf: (agentId: string, howMany: number) =>
      calls.find({ agentId, status: "active" }).sort({ startedAt: -1 }).limit(howMany).lean<CallDoc[]>(),

    sessionStates: (async (sessionIds) => {
      const found = await calls
        .find(
          { sessionId: { $in: sessionIds }, erasedAt: null },
          { sessionId: 1, seq: 1, status: 1, corrections: 1 },
        )
        .lean<Pick<CallDoc, "sessionId" | "seq" | "status" | "corrections">[]>();
      return found.map(({ sessionId, seq: lastLine, status, corrections = 0 }) => {
        return { sessionId, status, lastLine, corrections };
      });
    }) satisfies ReadStates,

    /**
     * @param revision the revision that the notes replace; any revision by default
     * @returns the new revision; undefined where `revision` is no longer the stored one
     */
    async saveNotes(callId: string, notes: string, revision?: number): Promise<number | undefined> {
      const call = await calls
        .findOneAndUpdate(
          { _id: callId, erasedAt: null, ...atRevision("notesRevision", revision) },
          { $set: { notes, wordsDue: randomUUID() }, $inc: { notesRevision: 1 } },
          { returnDocument: "after", projection: { notesRevision: 1 } },
        )
        .lean<Pick<CallDoc, "notesRevision">>();
      return call?.notesRevision;
    },

    /** Ends an active call; null where it is not active, or not owned by `owner`. */
    end: (
      { _id, startedAt }: Pick<CallDoc, "_id" | "startedAt">,
      reason: EndReason,
      endedAt: Date,
      owner?: string,
    ) =>
      calls
        .findOneAndUpdate(
          { _id, status: "active", ...(owner && { owner }) },
          {
            $set: { status: "ended", reason, endedAt, durationSeconds: secondsBetween(startedAt, endedAt) },
            $push: { events: outgoingEvent("call.ended") },
          },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Keys of the replies that were suggested in a call, oldest first. */
    async suggested(callId: string): Promise<readonly string[]> {
      const call = await calls.findById(callId, { suggested: 1 }).lean<Pick<CallDoc, "suggested">>();
      return call?.suggested ?? [];
    },

    /**
     * Claims the keys of a suggestion, all or none.
     * @returns how many lines the call has; undefined where a key was claimed before, or the call is erased
     */
    async claimSuggestion(callId: string, keys: readonly string[]): Promise<number | undefined> {
      const call = await calls
        .findOneAndUpdate(
          { _id: callId, erasedAt: null, suggested: { $nin: keys } },
          { $push: { suggested: { $each: keys, $slice: -suggestedKept } } },
          { projection: { seq: 1 } },
        )
        .lean<Pick<CallDoc, "seq">>();
      return call?.seq;
    },
  };
}
export type CallRecords = ReturnType<typeof createCallRecords>;

/** What the recorded audio of a call has become. */
function createAudioRecords({ calls }: CallModels) {
  return {
    /** When the microphone and the shared call audio last produced a line. */
    async recordedAt(callId: string): Promise<Pick<CallDoc, "microphoneAt" | "sharedAudioAt">> {
      const fields = { microphoneAt: 1, sharedAudioAt: 1 };
      return (await calls.findById(callId, fields).lean<CallDoc>()) ?? {};
    },

    async markEcho(callId: string, chunkId: string): Promise<void> {
      const echoChunks = { $each: [chunkId], $slice: -settledChunksKept };
      await calls.updateOne({ _id: callId, erasedAt: null }, { $push: { echoChunks } });
    },

    isEcho: async (callId: string, chunkId: string): Promise<boolean> =>
      (await calls.exists({ _id: callId, echoChunks: chunkId })) !== null,

    /** Marks a chunk as processed, so that the next one need not wait for it. */
    async settleChunk(callId: string, chunkId: string): Promise<void> {
      const settledChunks = { $each: [chunkId], $slice: -settledChunksKept };
      await calls.updateOne({ _id: callId, erasedAt: null }, { $push: { settledChunks } });
    },

    /** Whether the next chunk need not wait: this one is processed, or the call has ended. */
    async isChunkSettled(callId: string, chunkId: string): Promise<boolean> {
      const waited = await calls.exists({ _id: callId, status: "active", settledChunks: { $ne: chunkId } });
      return waited === null;
    },

    async addPackets(callId: string, howMany: number): Promise<void> {
      await calls.updateOne({ _id: callId, erasedAt: null }, { $inc: { packets: howMany } });
    },

    async packets(callId: string): Promise<number> {
      const call = await calls.findById(callId, { packets: 1 }).lean<Pick<CallDoc, "packets">>();
      return call?.packets ?? 0;
    },
  };
}

/** The summaries that a language model has written. */
function createSummaryRecords({ calls }: CallModels) {
  const storedSummary = async (call: Summarized): Promise<string | undefined> =>
    (await calls.findOne(asSummarized(call), { summary: 1 }).lean<Pick<CallDoc, "summary">>())?.summary;

  return {
    /** What a language model has written about an ended call; undefined where it has not, or where lines have changed. */
    summary: async (call: Summarized): Promise<ConversationSummary | undefined> =>
      readSummary(call, await storedSummary(call)),

    /**
     * Stores a summary, unless another process has stored one of the same lines.
     * @returns the stored one; undefined where the call was erased, or its lines have changed
     */
    async saveSummary(
      call: Summarized,
      given: ConversationSummary,
    ): Promise<ConversationSummary | undefined> {
      const before = await storedSummary(call);
      const known = readSummary(call, before);
      if (known !== undefined) return known;
      const saved = await calls.updateOne(
        { ...asSummarized(call), summary: before ?? null },
        { $set: { summary: formatSummary(call, given), wordsDue: randomUUID() } },
      );
      return saved.modifiedCount > 0 ? given : readSummary(call, await storedSummary(call));
    },
  };
}
