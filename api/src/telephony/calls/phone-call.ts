import { randomUUID } from "node:crypto";
import type { Sender } from "@souffleur/contracts";
import type { LegHealth, ServerEvent } from "@souffleur/contracts/realtime";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Logger } from "../../http/logger.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import { rooms } from "../../realtime/rooms.ts";
import type { Piece, RecognizerStreams } from "../../transcription/deepgram-stream.ts";
import type { Taps } from "../ari/taps.ts";
import { type Leg, listenToLeg } from "../sound/leg.ts";
import { createStereoMixer } from "../sound/stereo-mixer.ts";

/** The two telephones of a call, by their channels. */
export type Channels = Readonly<Record<Sender, string>>;

export interface PhoneCallDeps {
  taps: Taps;
  live: CallsForTelephony["live"];
  /** Undefined without a recognizer: the call is shown, and nothing of it is transcribed. */
  streams: RecognizerStreams;
  realtime: Pick<Realtime, "emit">;
  log: Logger;
  /** Frames of both legs that have come in. */
  onPackets(call: StoredCall, howMany: number): void;
  /** Sound that came too late to be transcribed, in seconds. */
  onLost(seconds: number): void;
  /** The stored call turned out to be over: it was ended elsewhere. */
  onOver(call: StoredCall): void;
}

const healthMs = 2000;

/** One followed telephone call: two legs, one recognizer stream, and the lines that come of it. */
export function followPhoneCall(deps: PhoneCallDeps, call: StoredCall, channels: Channels) {
  const { taps, live, streams, realtime, log, onPackets, onLost, onOver } = deps;
  const callId = call._id;
  const ids = { callId, sessionId: call.sessionId };
  const everyone = [rooms.session(call.sessionId), rooms.user(call.agentId)];
  const watchers = rooms.session(call.sessionId);
  /** Lines that an earlier process added to this call have other ids. */
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
      realtime.emit(everyone, "service_status_change", { service: "deepgram", ...recognizer });
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

  function addPiece({ channel, text, confidence, isFinal, index }: Piece): void {
    const speech = {
      messageId: `${run}-${channel}-${index}`,
      sender: channel === 0 ? "client" : "agent",
      text,
      confidence,
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

  /** Ends listening; resolves when all lines up to now are stored. */
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
     * Another channel speaks on this leg: a transfer, or a detour that Asterisk has optimized away. A hang-up before
     * it did not end the call.
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

    /** A telephone has hung up; the first one counts. */
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

    /** The telephones are down: the last lines are waited for, then the call ends. */
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
