import { randomUUID } from "node:crypto";
import type { Sender } from "@souffleur/contracts";
import type { LegHealth, ServerEvent } from "@souffleur/contracts/realtime";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Logger } from "../../http/logger.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import type { Piece, RecognizerStreams } from "../../transcription/recognizer-stream.ts";
import type { Taps } from "../ari/taps.ts";
import { type Leg, listenToLeg } from "../sound/leg.ts";
import { createStereoMixer } from "../sound/stereo-mixer.ts";

/** The channels of a call's two telephones. */
export type Channels = Readonly<Record<Sender, string>>;

export interface PhoneCallDeps {
  taps: Taps;
  live: CallsForTelephony["live"];
  /** Undefined without a recognizer: then the call is shown but not transcribed. */
  streams: RecognizerStreams | undefined;
  realtime: Pick<Realtime, "emit">;
  log: Logger;
  /** Counts received frames of both legs. */
  onPackets(call: StoredCall, howMany: number): void;
  /** Counts audio that arrived too late to be transcribed, in seconds. */
  onLost(seconds: number): void;
  /** Runs when the stored call turns out to have been ended elsewhere. */
  onOver(call: StoredCall): void;
}

const healthMs = 2000;

/** Transcribes one telephone call: two legs, one recognizer stream, and the resulting lines. */
export function followPhoneCall(deps: PhoneCallDeps, call: StoredCall, channels: Channels) {
  const { taps, live, streams, realtime, log, onPackets, onLost, onOver } = deps;
  const callId = call._id;
  const ids = { callId, sessionId: call.sessionId };
  const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
  const watchers = rooms.session(call.sessionId);
  /** Distinguishes this process's line ids from those of an earlier process. */
  const run = randomUUID();
  const held: Record<Sender, boolean> = { client: false, agent: false };
  let counted = 0;
  let hungUp = false;
  let recognizer: ServerEvent<"audio_health">["recognizer"];
  let adding: Promise<unknown> = Promise.resolve();

  const stream = streams?.open({
    onPiece: addPiece,
    onStatus(status, detail) {
      recognizer = { status, ...(detail !== undefined && { detail }) };
      realtime.emit(everyone, "service_status_change", { service: "recognizer", ...recognizer });
    },
  });
  const mixer = createStereoMixer({
    onBlock(block) {
      stream?.send(block);
      countPackets();
    },
    onLost: (samples) => onLost(samples / 8000),
  });
  const legs: Record<Sender, Leg> = {
    client: listen("client", channels.client),
    agent: listen("agent", channels.agent),
  };
  const healthTimer = setInterval(emitHealth, healthMs);

  function listen(leg: Sender, channelId: string): Leg {
    return listenToLeg({
      taps,
      log,
      leg,
      channelId,
      callId,
      onFrame: mixer.add[leg],
      onConnected: (isConnected) =>
        realtime.emit(everyone, isConnected ? "asterisk_audio_connected" : "asterisk_audio_disconnected", {
          ...ids,
          leg,
        }),
    });
  }

  function addPiece({ channel, text, confidence, isFinal, index, spoken }: Piece): void {
    const speech = {
      messageId: `${run}-${channel}-${index}`,
      sender: channel === 0 ? "client" : "agent",
      text,
      confidence,
      spoken,
    } as const;
    if (!isFinal) {
      live.interim(call, speech, "bridge_transcription");
      return;
    }
    adding = Promise.all([
      adding,
      live
        .addLine(call, speech, "bridge_transcription")
        .then((line) => line === undefined && onOver(call))
        .catch((err: unknown) =>
          log.error({ err, callId }, "a line of a telephone call could not be stored"),
        ),
    ]);
  }

  function countPackets(): void {
    const packets = mixer.legs.client.frames + mixer.legs.agent.frames;
    if (packets === counted) return;
    onPackets(call, packets - counted);
    counted = packets;
  }

  function emitHealth(): void {
    const of = (leg: Sender): LegHealth => ({
      ...mixer.legs[leg].readHealth(),
      connected: legs[leg].isConnected(),
      held: held[leg],
    });
    countPackets();
    realtime.emit(watchers, "audio_health", {
      ...ids,
      legs: { client: of("client"), agent: of("agent") },
      ...(recognizer && { recognizer }),
    });
  }

  /** Stops listening; resolves when all lines are stored. */
  async function release(): Promise<void> {
    clearInterval(healthTimer);
    await Promise.all([legs.client.close(), legs.agent.close()]);
    mixer.finish();
    countPackets();
    await stream?.finish();
    await adding;
  }

  return {
    call,
    countPackets,
    channelOf: (leg: Sender) => legs[leg].channelId,

    legOf(channelId: string): Sender | undefined {
      return (["client", "agent"] as const).find((leg) => legs[leg].channelId === channelId);
    },

    /**
     * Listens to another channel on this leg, after a transfer or where Asterisk has optimized a channel away. A hang-up
     * before that did not end the call.
     */
    async replace(leg: Sender, channelId: string): Promise<void> {
      const before = legs[leg];
      if (before.channelId === channelId) return;
      mixer.legs[leg].restartHealth();
      legs[leg] = listen(leg, channelId);
      held[leg] = false;
      if (hungUp) {
        hungUp = false;
        realtime.emit(everyone, "sip_call_event", { type: "call_established", ...ids });
      }
      await before.close();
    },

    hold(leg: Sender, isHeld: boolean): void {
      held[leg] = isHeld;
    },

    /** Reports that a telephone has hung up; only the first of the two is reported. */
    hangUp(leg: Sender, cause: string | undefined): void {
      if (hungUp) return;
      hungUp = true;
      realtime.emit(everyone, "sip_call_event", {
        type: "call_hangup",
        ...ids,
        leg,
        ...(cause !== undefined && { cause }),
      });
    },

    /** Ends the call after the last lines are stored. */
    async end(cause: string | undefined): Promise<void> {
      realtime.emit(everyone, "sip_call_event", {
        type: "call_terminated",
        ...ids,
        ...(cause !== undefined && { cause }),
      });
      await release();
      await live.end(call, "hangup");
    },

    release,
  };
}
export type PhoneCall = ReturnType<typeof followPhoneCall>;
