import { deskLimits } from "@souffleur/contracts/desk";
import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import { clock } from "../../clock.ts";
import { isWritten } from "../../database/duplicate-keys.ts";
import { outgoingEvent } from "../../webhooks/event.ts";
import { customerProjection } from "../call-customer.ts";
import type { CallDoc, CallModels } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";
import type { SuggestionDoc } from "./suggestion-model.ts";

const running = {
  sessionId: 1,
  agentId: 1,
  agentName: 1,
  ...customerProjection,
  source: 1,
  startedAt: 1,
  seq: 1,
  corrections: 1,
  help: 1,
} as const;
/** A running call on the wall. */
export type RunningCall = Pick<CallDoc, "_id" | keyof typeof running>;

type Member = NonNullable<SuggestionDoc["sender"]>;
export type WhisperDoc = SuggestionDoc & { sender: Member };

const lastEndedMs = 60 * 60_000;
/** How many lines the database sends at once. */
const linesAtOnce = 500;

/** The queries of the supervisors' desk. Each change is one atomic write. */
export function createDeskRecords({ calls, lines, suggestions }: CallModels) {
  const changeRunning = (filter: QueryFilter<CallDoc>, update: UpdateQuery<CallDoc>) =>
    calls
      .findOneAndUpdate({ ...filter, status: "active" }, update, { returnDocument: "after" })
      .lean<CallDoc>();
  const whispersWith = (filter: object) =>
    suggestions.find({ provider: "coach", ...filter }).sort({ timestamp: 1, _id: 1 });

  return {
    /** Each whisper is a document, among all other suggestions. */
    whispers: suggestions as unknown as Model<WhisperDoc>,

    running: (organizationId: string) =>
      calls.find({ status: "active", organizationId }, running).lean<RunningCall[]>(),

    /** Each agent's last call that ended within the last hour. */
    async lastEnded(organizationId: string): Promise<Map<string, { endedAt: Date; isWrappedUp: boolean }>> {
      const endedAt = { $gt: new Date(clock.ms() - lastEndedMs) };
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
        .batchSize(linesAtOnce)
        .lean<Pick<LineDoc, "callId" | "seq" | "sender" | "text" | "timestamp" | "startedAt">>()
        .cursor(),

    /** The organization's running calls with an open request for help, the oldest request first. */
    helpAsked: (organizationId: string) =>
      calls
        .find({ status: "active", organizationId, help: { $ne: null } })
        .sort({ "help.askedAt": 1 })
        .limit(deskLimits.helpListed)
        .lean<CallDoc[]>(),

    /** A repeated request keeps the first one. @returns null where the call has ended */
    async askForHelp(callId: string): Promise<CallDoc | null> {
      const help = { askedAt: clock.now() };
      const asked = await changeRunning(
        { _id: callId, help: null },
        { $set: { help }, $push: { events: outgoingEvent("help.requested") } },
      );
      return asked ?? calls.findOne({ _id: callId, status: "active" }).lean<CallDoc>();
    },

    /** @returns null where the call has ended */
    withdrawHelp: (callId: string) => changeRunning({ _id: callId }, { $unset: { help: "" } }),

    /** @returns null where no help is requested, or another colleague has taken the request */
    takeHelp: (callId: string, takenBy: Member) =>
      changeRunning(
        {
          _id: callId,
          help: { $ne: null },
          "help.takenBy.userId": { $in: [null, takenBy.userId] },
        },
        { $set: { "help.takenBy": takenBy } },
      ),

    /** Stores a whisper once, with its event. @returns the stored one, which may be another whisper with the same id */
    async keepWhisper(
      whisper: Pick<WhisperDoc, "_id" | "text" | "sender" | "audit">,
      { _id: callId, agentId, seq }: Pick<CallDoc, "_id" | "agentId" | "seq">,
    ): Promise<WhisperDoc | null> {
      const origin = { callId, agentId, seq, timestamp: clock.now() };
      const kind = { provider: "coach", category: "other", confidence: 1, pending: true } as const;
      await isWritten(suggestions.create({ ...whisper, ...origin, ...kind }));
      return suggestions.findById(whisper._id).lean<WhisperDoc>();
    },

    /** How many of a call's whispers no page has reported, but for this one. */
    countWaitingWhispers: (callId: string, except: string) =>
      suggestions.countDocuments({ callId, pending: true, provider: "coach", _id: { $ne: except } }),

    /** The whispers of a call, the oldest first. */
    whispersOf: (callId: string) => whispersWith({ callId }).lean<WhisperDoc[]>(),

    /** Of a call's `count` newest suggestions those that the agent has neither used nor dismissed, as they stand on their screen. */
    async onPrompter(callId: string, count: number) {
      const newest = await suggestions
        .find({ callId, provider: { $ne: "coach" } }, { text: 1, category: 1, state: 1, place: 1 })
        .sort({ timestamp: -1, confidence: -1 })
        .limit(count)
        .lean<Pick<SuggestionDoc, "_id" | "text" | "category" | "state" | "place">[]>();
      const last = count + 1;
      return newest
        .filter(({ state }) => state === undefined || state === "shown")
        .toSorted((one, other) => (one.place ?? last) - (other.place ?? last));
    },

    /** Whispers of a call after a time that the agent has neither used nor dismissed. */
    openWhispers: (callId: string, after: Date) =>
      whispersWith({ callId, timestamp: { $gt: after }, state: { $in: [null, "delivered", "shown"] } }).lean<
        WhisperDoc[]
      >(),

    /** The whisper is not sent again. */
    async dropWhisper(id: string): Promise<void> {
      await suggestions.updateOne({ _id: id }, { $unset: { pending: "" } });
    },
  };
}
export type DeskRecords = ReturnType<typeof createDeskRecords>;
