import type { Suggestion } from "@souffleur/contracts";
import { isDuplicateKey } from "../database/duplicate-keys.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

const running = {
  sessionId: 1,
  agentId: 1,
  agentName: 1,
  clientName: 1,
  source: 1,
  startedAt: 1,
  seq: 1,
  help: 1,
} as const;
/** A running call on the wall. */
export type RunningCall = Pick<CallDoc, "_id" | keyof typeof running>;

type Member = NonNullable<SuggestionDoc["sender"]>;
export type WhisperDoc = SuggestionDoc & { sender: Member };

const lastEndedMs = 60 * 60_000;
/** So many whispers that wait are looked at in one turn. */
const pendingRead = 1000;

/** What the supervisor's desk reads and changes of the stored calls: each change is one atomic write. */
export function createDeskRecords({ calls, lines, suggestions }: CallModels) {
  const whispers = (filter: object) =>
    suggestions.find({ provider: "coach", ...filter }).sort({ timestamp: 1, _id: 1 });

  return {
    running: (organizationId: string) =>
      calls.find({ status: "active", organizationId }, running).lean<RunningCall[]>(),

    /** Each agent's last call that has ended within the last hour. */
    async lastEnded(organizationId: string): Promise<Map<string, { endedAt: Date; isWrappedUp: boolean }>> {
      const endedAt = { $gt: new Date(Date.now() - lastEndedMs) };
      const ended = await calls.aggregate<{ _id: string; endedAt: Date; outcome: string | null }>([
        { $match: { organizationId, status: "ended", endedAt, erasedAt: null } },
        { $sort: { endedAt: 1 } },
        {
          $group: {
            _id: "$agentId",
            endedAt: { $last: "$endedAt" },
            outcome: { $last: { $ifNull: ["$outcome", null] } },
          },
        },
      ]);
      return new Map(
        ended.map(({ _id, endedAt, outcome }) => [_id, { endedAt, isWrappedUp: outcome !== null }]),
      );
    },

    /** Lines of several calls, those of each call in order. */
    linesOf: (callIds: readonly string[]) =>
      lines
        .find(
          { callId: { $in: callIds } },
          { callId: 1, seq: 1, sender: 1, text: 1, timestamp: 1, startedAt: 1 },
        )
        .sort({ callId: 1, seq: 1 })
        .lean<Pick<LineDoc, "callId" | "seq" | "sender" | "text" | "timestamp" | "startedAt">[]>(),

    /** The organization's running calls whose agents ask for help, the oldest request first. */
    helpAsked: (organizationId: string) =>
      calls
        .find({ status: "active", organizationId, help: { $ne: null } })
        .sort({ "help.askedAt": 1 })
        .lean<CallDoc[]>(),

    /** Asking again keeps the first request. @returns null where the call is over */
    async askForHelp(callId: string): Promise<CallDoc | null> {
      const asked = await calls
        .findOneAndUpdate(
          { _id: callId, status: "active", help: null },
          { $set: { help: { askedAt: new Date() } } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>();
      return asked ?? calls.findOne({ _id: callId, status: "active" }).lean<CallDoc>();
    },

    /** @returns null where the call is over */
    withdrawHelp: (callId: string) =>
      calls
        .findOneAndUpdate(
          { _id: callId, status: "active" },
          { $unset: { help: "" } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** @returns null where no help is asked for, or somebody else comes already */
    takeHelp: (callId: string, takenBy: Member) =>
      calls
        .findOneAndUpdate(
          {
            _id: callId,
            status: "active",
            help: { $ne: null },
            "help.takenBy.userId": { $in: [null, takenBy.userId] },
          },
          { $set: { "help.takenBy": takenBy } },
          { returnDocument: "after" },
        )
        .lean<CallDoc>(),

    /** Stores a whisper once. @returns the stored one, which may be another's of the same id */
    async keepWhisper(
      whisper: Suggestion,
      sender: Member,
      { agentId, seq }: Pick<CallDoc, "agentId" | "seq">,
    ): Promise<WhisperDoc | null> {
      const { id: _id, callId, text, confidence, category, timestamp } = whisper;
      try {
        await suggestions.create({
          _id,
          callId,
          agentId,
          seq,
          text,
          confidence,
          category,
          provider: "coach",
          timestamp: new Date(timestamp),
          sender,
          pending: true,
        });
      } catch (thrown) {
        if (!isDuplicateKey(thrown)) throw thrown;
      }
      return suggestions.findById(_id).lean<WhisperDoc>();
    },

    /** Of a call, the oldest first. */
    whispersOf: (callId: string) => whispers({ callId }).lean<WhisperDoc[]>(),

    /** Whispers to some agents, of before a time, that no page has reported. */
    pendingWhispers: (agentIds: readonly string[], before: Date) =>
      whispers({ pending: true, agentId: { $in: agentIds }, timestamp: { $lt: before } })
        .limit(pendingRead)
        .lean<WhisperDoc[]>(),

    /** Whispers of a call after a time with which the agent has done nothing. */
    openWhispers: (callId: string, after: Date) =>
      whispers({ callId, timestamp: { $gt: after }, state: { $in: [null, "delivered", "shown"] } }).lean<
        WhisperDoc[]
      >(),

    /** It is not sent any more. */
    async dropWhisper(id: string): Promise<void> {
      await suggestions.updateOne({ _id: id }, { $unset: { pending: "" } });
    },
  };
}
export type DeskRecords = ReturnType<typeof createDeskRecords>;
