import { setTimeout as sleep } from "node:timers/promises";
import { type EndReason, type Line, Sender } from "@souffleur/contracts";
import type { ServerEventName } from "@souffleur/contracts/realtime";
import type { Counter } from "prom-client";
import { isDatabaseOutage } from "../http/errors.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import { wireEnded, wireHelp, wireLine, wireStarted } from "./call-wire.ts";
import type { NewLine } from "./line-records.ts";
import { maskInterim, maskLine, type SpokenLine } from "./masking/masking.ts";

/** What must be known of a call to store its lines and to emit them. */
export type CallKey = Pick<CallDoc, "_id" | "sessionId" | "agentId" | "organizationId">;

type TranscriptEvent = Extract<ServerEventName, "live_transcription" | "bridge_transcription">;

/** A piece of speech. An interim piece has the messageId of the line that it will become. */
export interface Speech {
  messageId: string;
  sender: Sender;
  text: string;
  /** From 0 to 1. */
  confidence: number;
  /** Whether the agent's browser recorded it. */
  recorded?: boolean;
  /** The process that carries the call: where another one does by now, the line is not stored. */
  carrier?: string;
}

interface LiveCallsDeps {
  records: CallRecords;
  realtime: Pick<Realtime, "emit">;
  lines: Counter<"sender">;
  /** Runs for each stored line. */
  onLine: (call: CallKey) => void;
  /** Whether other processes may add lines to the same calls. */
  several?: boolean;
}

/** Lines under way whose beginnings are remembered; those of a call that another process ends are forgotten with time. */
const begunMax = 10_000;
const linesReadForMasking = 20;
/** An engine that was killed is back within a second or two; a line waits for it for about six. */
const retryDelaysMs = [100, 200, 400, 800, 1600, 3200];

/**
 * The one path of all sources of speech: secrets are masked, then the line is stored, then it is emitted. The lines
 * of one call go one after the other, so that all watchers get them in the order of their numbers.
 */
export function createLiveCalls({ records, realtime, lines, onLine, several = false }: LiveCallsDeps) {
  const queue = createKeyedQueue();
  /** Unmasked lines, by call and speaker, while a number in them may go on in the next line. */
  const open = new Map<string, readonly SpokenLine[]>();
  /** When the line began that each speaker is saying, as far as the process knows. */
  const begun = new Map<string, { messageId: string; at: Date }>();
  const openKey = (call: Pick<CallKey, "_id">, sender: Sender) => `${call._id} ${sender}`;

  return {
    /** Stores a new call and emits its start to its agent; false where `slots` calls of the agent are active already. */
    async open(call: CallDoc, slots?: number): Promise<boolean> {
      if (slots === undefined) await records.create(call);
      else if (!(await records.createInSlot(call, slots))) return false;
      const agent = rooms.user(call.agentId);
      realtime.emit(agent, "call_started", wireStarted(call));
      realtime.emit(agent, "audio_session_started", { callId: call._id, sessionId: call.sessionId });
      return true;
    },

    /** Emits an interim piece of speech; it is not stored. */
    interim(call: CallKey, speech: Speech, event: TranscriptEvent = "live_transcription"): void {
      const key = openKey(call, speech.sender);
      const at = new Date();
      const { messageId } = speech;
      if (begun.get(key)?.messageId !== messageId) {
        begun.set(key, { messageId, at });
        if (begun.size > begunMax) begun.delete(begun.keys().next().value ?? "");
      }
      const text = maskInterim(speech.text, open.get(key));
      emitTranscript(call, event, { ...speech, text }, { isFinal: false, at });
    },

    /**
     * Stores a final line and emits it; undefined where the call is over, or another process carries it.
     * @throws the database's error where it stays away
     */
    addLine(
      call: CallKey,
      speech: Speech,
      event: TranscriptEvent = "live_transcription",
    ): Promise<Line | undefined> {
      const key = openKey(call, speech.sender);
      // Before the queue, where the speaker's next words may already have begun.
      const start = begun.get(key);
      return queue.run(call._id, async () => {
        const { messageId, sender, confidence, recorded = false, carrier } = speech;
        const before = several && (recorded || !open.has(key)) ? await readOpen(call, sender) : open.get(key);
        const masked = maskLine({ id: messageId, text: speech.text }, before ?? []);
        const line = {
          _id: messageId,
          sender,
          text: masked.text,
          confidence,
          timestamp: new Date(),
          recorded,
          ...(start?.messageId === messageId && { startedAt: start.at }),
        };
        const stored = await store(call, line, carrier);
        if (stored === undefined) {
          forget(call);
          return undefined;
        }
        if (start !== undefined && begun.get(key) === start) begun.delete(key);
        if (masked.open.length > 0) open.set(key, masked.open);
        else open.delete(key);
        if (masked.rewritten.length > 0) await records.lines.rewrite(call._id, masked.rewritten);
        const wired = wireLine(stored);
        lines.inc({ sender });
        onLine(call);
        emitTranscript(
          call,
          event,
          { ...speech, text: wired.text },
          { isFinal: true, at: stored.timestamp, seq: wired.seq },
        );
        realtime.emit(rooms.session(call.sessionId), "conversation_message", wired);
        return wired;
      });
    },

    /**
     * Ends a call after the lines that are on their way; ending it again changes nothing.
     * @returns the call as ended, or as it is where a `carrier` is named that does not carry it any more
     */
    end(call: CallDoc, reason: EndReason, carrier?: string): Promise<CallDoc> {
      return queue.run(call._id, async () => {
        const ended = await records.end(call, reason, new Date(), carrier);
        forget(call);
        if (ended && several) await records.lines.settled(call._id);
        if (ended === null) return (await records.find(call._id)) ?? call;
        announceEnd(ended);
        return ended;
      });
    },

    announceEnd,
    announceFigures,
    announceHelp,
    forget,

    /** To those that look on: a whisper was sent, or its state has changed. */
    announceWhispers({ _id: callId, sessionId }: CallKey): void {
      realtime.emit(rooms.session(sessionId), "whisper_changed", { callId });
    },

    /** To the watchers, and to everybody whose lists and figures have shown the call. */
    announceDeleted(call: CallKey): void {
      const { _id: callId, sessionId } = call;
      const everyone = [rooms.session(sessionId), ...readersOf(call)];
      realtime.emit(everyone, "call_deleted", { callId, sessionId });
      announceFigures(call);
    },
  };

  /** To the watchers and to all pages of the agent, so that no screen stays with a call that is over. */
  function announceEnd(call: CallDoc): void {
    const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
    realtime.emit(everyone, "audio_session_ended", { callId: call._id, sessionId: call.sessionId });
    realtime.emit(everyone, "call_ended", wireEnded(call));
    if (call.help !== undefined) announceHelp(call);
    announceFigures(call);
  }

  /** To everybody in whose figures the call counts. */
  function announceFigures(call: CallKey): void {
    realtime.emit(readersOf(call), "figures_changed", { callId: call._id });
  }

  /** To the agent, and to all that may help. */
  function announceHelp(call: CallDoc): void {
    realtime.emit(readersOf(call), "help_changed", wireHelp(call));
  }

  function readersOf({ agentId, organizationId }: CallKey): string[] {
    return [rooms.user(agentId), ...(organizationId === null ? [] : [rooms.callReaders(organizationId)])];
  }

  /**
   * Lines whose number may go on in the next one, as they are stored: another process may have added them. A part
   * of a secret that was recognized when it was stored is masked there, and the rest begins a number of its own.
   */
  async function readOpen(call: CallKey, sender: Sender): Promise<readonly SpokenLine[]> {
    const last = await records.lines.last(call._id, linesReadForMasking);
    return last
      .filter((line) => line.sender === sender)
      .reduce<readonly SpokenLine[]>((before, { _id, text }) => maskLine({ id: _id, text }, before).open, []);
  }

  async function store(call: CallKey, line: NewLine, carrier: string | undefined) {
    for (let attempt = 0; ; attempt++) {
      try {
        // Another process may have begun with a carrier's line before it died.
        return await records.lines.append(
          call,
          line,
          attempt > 0 || (several && carrier !== undefined),
          carrier,
        );
      } catch (thrown) {
        const delay = retryDelaysMs[attempt];
        if (delay === undefined || !isDatabaseOutage(thrown)) throw thrown;
        await sleep(delay);
      }
    }
  }

  function emitTranscript(
    call: CallKey,
    event: TranscriptEvent,
    { messageId, sender, text, confidence }: Speech,
    { isFinal, at, seq }: { isFinal: boolean; at: Date; seq?: number },
  ): void {
    realtime.emit(rooms.session(call.sessionId), event, {
      messageId,
      transcript: text,
      is_final: isFinal,
      speaker: sender === "agent" ? 1 : 0,
      confidence,
      timestamp: at.toISOString(),
      sessionId: call.sessionId,
      ...(seq !== undefined && { seq }),
    });
  }

  /** What may go on in the next line; of a call that is over nothing does. */
  function forget(call: Pick<CallKey, "_id">): void {
    for (const sender of Sender.options) {
      open.delete(openKey(call, sender));
      begun.delete(openKey(call, sender));
    }
  }
}
export type LiveCalls = ReturnType<typeof createLiveCalls>;
