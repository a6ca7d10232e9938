import { setTimeout as sleep } from "node:timers/promises";
import type { EndReason, Line, Sender, ServerEventName } from "@souffleur/contracts";
import type { Counter } from "prom-client";
import { isDatabaseOutage } from "../http/errors.ts";
import type { Realtime } from "../realtime/realtime.ts";
import { rooms } from "../realtime/rooms.ts";
import { createKeyedQueue } from "../scheduling/keyed-queue.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords, NewLine } from "./call-records.ts";
import { wireEnded, wireLine, wireStarted } from "./call-wire.ts";
import { maskInterim, maskLine, type SpokenLine } from "./masking/masking.ts";

/** What a call must say of itself for its lines to be kept and heard. */
export type CallKey = Pick<CallDoc, "_id" | "sessionId" | "agentId" | "organizationId">;

type TranscriptEvent = Extract<ServerEventName, "live_transcription" | "bridge_transcription">;

/** A piece of speech. An interim piece bears the messageId of the line that it will become. */
export interface Speech {
  messageId: string;
  sender: Sender;
  text: string;
  /** From 0 to 1. */
  confidence: number;
  /** Whether the agent's browser recorded it. */
  microphone?: boolean;
  /** The process that says it for the call's carrier: where another carries the call by now, it is not kept. */
  carrier?: string;
}

interface LiveCallsDeps {
  records: CallRecords;
  realtime: Pick<Realtime, "emit">;
  lines: Counter<"sender">;
  /** Told of each line that was kept. */
  onLine: (call: CallKey) => void;
  /** Whether other processes may say lines of the same calls. */
  several?: boolean;
}

/** An engine that was killed is back within a second or two; a line waits for it for about six. */
const linesReadForMasking = 20;
const retryDelaysMs = [100, 200, 400, 800, 1600, 3200];

/**
 * What every source of speech goes through: secrets are masked, then the line is kept, then it is emitted.
 * The lines of one call do so one after the other, so that all who watch hear them in the order of their numbers.
 */
export function createLiveCalls({ records, realtime, lines, onLine, several = false }: LiveCallsDeps) {
  const queue = createKeyedQueue();
  /** Unmasked lines, by call and speaker, while a number in them may go on in the next line. */
  const open = new Map<string, readonly SpokenLine[]>();
  const openKey = (call: CallKey, sender: Sender) => `${call._id} ${sender}`;

  return {
    /** Keeps a new call and tells its agent; false where `slots` is how many he may have at once and has already. */
    async open(call: CallDoc, slots?: number): Promise<boolean> {
      if (slots === undefined) await records.create(call);
      else if (!(await records.createInSlot(call, slots))) return false;
      const agent = rooms.user(call.agentId);
      realtime.emit(agent, "call_started", wireStarted(call));
      realtime.emit(agent, "audio_session_started", { callId: call._id, sessionId: call.sessionId });
      return true;
    },

    /** Shows what is being said. It is not kept. */
    interim(call: CallKey, speech: Speech, event: TranscriptEvent = "live_transcription"): void {
      const text = maskInterim(speech.text, open.get(openKey(call, speech.sender)));
      emitTranscript(call, event, { ...speech, text }, { isFinal: false, at: new Date() });
    },

    /**
     * Keeps a final line and emits it; undefined where the call is over, or another process carries it.
     * @throws what the database threw, when it stayed away
     */
    addLine(
      call: CallKey,
      speech: Speech,
      event: TranscriptEvent = "live_transcription",
    ): Promise<Line | undefined> {
      return queue.run(call._id, async () => {
        const key = openKey(call, speech.sender);
        const { messageId, sender, confidence, microphone = false, carrier } = speech;
        const before =
          several && (microphone || !open.has(key)) ? await readOpen(call, sender) : open.get(key);
        const masked = maskLine({ id: messageId, text: speech.text }, before ?? []);
        const line = {
          _id: messageId,
          sender,
          text: masked.text,
          confidence,
          timestamp: new Date(),
          microphone,
        };
        const kept = await keep(call, line, carrier);
        if (kept === undefined) {
          forget(call);
          return undefined;
        }
        if (masked.open.length > 0) open.set(key, masked.open);
        else open.delete(key);
        if (masked.rewritten.length > 0) await records.rewrite(masked.rewritten);
        const said = wireLine(kept);
        lines.inc({ sender });
        onLine(call);
        emitTranscript(
          call,
          event,
          { ...speech, text: said.text },
          { isFinal: true, at: kept.timestamp, seq: said.seq },
        );
        realtime.emit(rooms.session(call.sessionId), "conversation_message", said);
        return said;
      });
    },

    /**
     * Ends a call after the lines that are on their way; ending it again changes nothing. Answers the call as ended,
     * or as it is where a `carrier` is named that does not carry it any more.
     */
    end(call: CallDoc, reason: EndReason, carrier?: string): Promise<CallDoc> {
      return queue.run(call._id, async () => {
        const ended = await records.end(call._id, reason, new Date(), carrier);
        forget(call);
        if (ended && several) await records.settled(call._id);
        if (ended === null) return (await records.find(call._id)) ?? call;
        announceEnd(ended);
        return ended;
      });
    },

    announceEnd,
  };

  /** To who watches and to the agent wherever he is, so that no screen goes on with a call that is over. */
  function announceEnd(call: CallDoc): void {
    const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
    realtime.emit(everyone, "audio_session_ended", { callId: call._id, sessionId: call.sessionId });
    realtime.emit(everyone, "call_ended", wireEnded(call));
  }

  /**
   * Lines whose number may go on in the next one, as they were kept: another process may have said them. A part
   * of a secret that was known for one when it was kept is masked there, and the rest begins a number of its own.
   */
  async function readOpen(call: CallKey, sender: Sender): Promise<readonly SpokenLine[]> {
    const kept = await records.lastLines(call._id, linesReadForMasking);
    return kept
      .filter((line) => line.sender === sender)
      .reduce<readonly SpokenLine[]>((before, { _id, text }) => maskLine({ id: _id, text }, before).open, []);
  }

  async function keep(call: CallKey, line: NewLine, carrier: string | undefined) {
    for (let attempt = 0; ; attempt++) {
      try {
        // Another process may have begun with a carrier's line before it died.
        return await records.append(call, line, attempt > 0 || (several && carrier !== undefined), carrier);
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

  function forget(call: CallKey): void {
    open.delete(openKey(call, "agent"));
    open.delete(openKey(call, "client"));
  }
}
export type LiveCalls = ReturnType<typeof createLiveCalls>;
