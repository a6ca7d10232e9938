import { setTimeout as sleep } from "node:timers/promises";
import type { EndReason, Line, Sender } from "@souffleur/contracts";
import { finalTranscription, type ServerEventName } from "@souffleur/contracts/realtime";
import type { Counter } from "prom-client";
import type { Bus } from "../bus.ts";
import { clock } from "../clock.ts";
import { isDatabaseOutage } from "../http/errors.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { SttStatsCounter } from "../transcription/stt-stats.ts";
import { createCorrections } from "./line-corrections.ts";
import { maskInterim, maskLine, openLines, type SpokenLine } from "./masking/masking.ts";
import { createOpenLines } from "./open-lines.ts";
import { toEndedDto, toHelpDto, toLineDto, toStartedDto } from "./records/call-dto.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";
import type { NewLine } from "./records/line-records.ts";

/** The fields of a call that are needed to store its lines and to emit events. */
export type CallKey = Pick<CallDoc, "_id" | "sessionId" | "agentId" | "organizationId">;

type TranscriptEvent = Extract<ServerEventName, "live_transcription" | "bridge_transcription">;

/** A piece of speech. An interim piece has the messageId of its future line. */
export interface Speech {
  messageId: string;
  sender: Sender;
  text: string;
  /** From 0 to 1. */
  confidence: number;
  /** When it was said, if the source knows; an interim piece may not have ended. */
  spoken?: { from: Date; to: Date } | undefined;
  /** Whether the agent's browser recorded it. */
  recorded?: boolean;
  /** The owner of the call: where it has another owner by now, the line is not stored. */
  owner?: string;
}

interface LiveCallsDeps {
  records: CallRecords;
  realtime: Pick<Realtime, "emit">;
  bus: Pick<Bus, "publish">;
  lines: Counter<"sender">;
  stats: Pick<SttStatsCounter, "transcript">;
  /** Whether other processes may add lines to the same calls. */
  several?: boolean;
}

/** A killed engine is back within two seconds; a line waits for it for about six. */
const retryDelaysMs = [100, 200, 400, 800, 1600, 3200];

/**
 * The single path for all sources of speech: secrets are masked, then the line is stored, then it is emitted. The lines
 * of one call are processed in sequence, so that all watchers receive them in the order of their numbers.
 */
export function createLiveCalls({ records, realtime, bus, lines, stats, several = false }: LiveCallsDeps) {
  const queue = createKeyedQueue();
  const open = createOpenLines();
  const corrections = createCorrections({ records, realtime, queue, several });
  const announcements = createAnnouncements(realtime, bus);

  return {
    /** Stores a new call and emits its start to its agent; false where the agent already has `slots` active calls. */
    async open(call: CallDoc, slots?: number): Promise<boolean> {
      if (slots === undefined) await records.create(call);
      else if (!(await records.createInSlot(call, slots))) return false;
      const agent = rooms.user(call.agentId);
      realtime.emit(agent, "call_started", toStartedDto(call));
      realtime.emit(agent, "audio_session_started", { callId: call._id, sessionId: call.sessionId });
      return true;
    },

    /** Emits an interim piece of speech, or with an empty text its end; it is not stored. */
    interim(call: CallKey, speech: Speech, event: TranscriptEvent = "live_transcription"): void {
      const at = speech.spoken?.to ?? clock.now();
      const { sender } = speech;
      const text = maskInterim({ sender, text: speech.text, at: at.getTime() }, open.of(call._id));
      realtime.emit(rooms.session(call.sessionId), event, {
        messageId: speech.messageId,
        transcript: text,
        is_final: false,
        speaker: sender === "agent" ? 1 : 0,
        confidence: speech.confidence,
        timestamp: at.toISOString(),
        sessionId: call.sessionId,
      });
    },

    /**
     * Stores a final line and emits it; undefined where the call has ended, or has another owner.
     * @throws the database's error where it stays unavailable
     */
    addLine(
      call: CallKey,
      speech: Speech,
      event: TranscriptEvent = "live_transcription",
    ): Promise<Line | undefined> {
      return queue.acquire(call._id, async () => {
        const { messageId, sender, confidence, recorded = false, owner, spoken: times } = speech;
        const known = several && recorded ? undefined : open.of(call._id);
        const timestamp = times?.to ?? clock.now();
        const spoken = { id: messageId, sender, text: speech.text, at: timestamp.getTime() };
        const masked = maskLine(spoken, known ?? (await readOpen(call, messageId)));
        const line = {
          _id: messageId,
          sender,
          text: masked.text,
          confidence,
          timestamp,
          recorded,
          ...(masked.rewritten.length > 0 && { corrects: [...masked.rewritten] }),
          ...(times && { startedAt: times.from }),
        };
        const stored = await store(call, line, owner);
        if (stored === undefined) {
          open.forget(call._id);
          return undefined;
        }
        open.keep(call._id, masked.open);
        if (stored.corrects) await corrections.write(call, stored);
        const final = toLineDto(stored);
        lines.inc({ sender });
        stats.transcript(call.organizationId);
        realtime.emit(rooms.session(call.sessionId), event, finalTranscription(final));
        return final;
      });
    },

    /**
     * Ends a call after its queued lines; a repetition changes nothing.
     * @returns the ended call; the unchanged call where `owner` no longer owns it
     */
    end(call: CallDoc, reason: EndReason, owner?: string): Promise<CallDoc> {
      return queue.acquire(call._id, async () => {
        const ended = await records.end(call, reason, clock.now(), owner);
        open.forget(call._id);
        if (ended && several) await records.lines.settled(call._id);
        if (ended === null) return (await records.find(call._id)) ?? call;
        announcements.announceEnd(ended);
        return ended;
      });
    },

    repairCorrections: corrections.repair,
    ...announcements,
    /** Forgets the unfinished lines of a call that has ended. */
    forget: ({ _id }: Pick<CallKey, "_id">): void => open.forget(_id),
  };

  /** The last stored lines, because another process may have added them, or this one was started again. */
  async function readOpen(call: CallKey, messageId: string): Promise<readonly SpokenLine[]> {
    const last = await records.lines.last(call._id, openLines);
    return last
      .filter(({ _id }) => _id !== messageId)
      .map(({ _id: id, sender, text, timestamp }) => ({ id, sender, text, at: timestamp.getTime() }));
  }

  async function store(call: CallKey, line: NewLine, owner: string | undefined) {
    for (let attempt = 0; ; attempt++) {
      try {
        // A former owner may have begun to store the same line before it died.
        const again = attempt > 0 || (several && owner !== undefined);
        return await records.lines.append(call, line, again, owner);
      } catch (thrown) {
        const delay = retryDelaysMs[attempt];
        if (delay === undefined || !isDatabaseOutage(thrown)) throw thrown;
        await sleep(delay);
      }
    }
  }
}
export type LiveCalls = ReturnType<typeof createLiveCalls>;

function createAnnouncements(realtime: LiveCallsDeps["realtime"], bus: LiveCallsDeps["bus"]) {
  /** Reports to the watchers and to all pages of the agent, so that no screen keeps showing an ended call. */
  function announceEnd(call: CallDoc): void {
    const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
    realtime.emit(everyone, "audio_session_ended", { callId: call._id, sessionId: call.sessionId });
    realtime.emit(everyone, "call_ended", toEndedDto(call));
    if (call.help !== undefined) announceHelp(call);
    announceFigures(call);
  }

  /** Reports to all users whose figures include the call. */
  function announceFigures(call: CallKey): void {
    realtime.emit(readersOf(call), "figures_changed", { callId: call._id });
    void bus.publish("call.changed", { callId: call._id });
  }

  /** Reports to the agent, and to all users with the right to help. */
  function announceHelp(call: CallDoc): void {
    realtime.emit(readersOf(call), "help_changed", toHelpDto(call));
    void bus.publish("call.changed", { callId: call._id });
  }

  return {
    announceEnd,
    announceFigures,
    announceHelp,

    /** Reports to the watchers that a whisper was sent, or that a whisper or suggestion has another state. */
    announceWhispers({ _id: callId, sessionId }: CallKey): void {
      realtime.emit(rooms.session(sessionId), "whisper_changed", { callId });
    },

    /** Reports to the watchers, and to all users whose lists and figures include the call. */
    announceDeleted(call: CallKey): void {
      const { _id: callId, sessionId } = call;
      const everyone = [rooms.session(sessionId), ...readersOf(call)];
      realtime.emit(everyone, "call_deleted", { callId, sessionId });
      announceFigures(call);
    },
  };
}

function readersOf({ agentId, organizationId }: CallKey): string[] {
  return [rooms.user(agentId), ...(organizationId === null ? [] : [rooms.callReaders(organizationId)])];
}
