import { Sender } from "@souffleur/contracts";
import type { LegHealth } from "@souffleur/contracts/realtime";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Realtime } from "../../realtime/realtime.ts";
import type { RecognizerStreams } from "../../transcription/recognizer-stream.ts";
import { sampleRate } from "../../transcription/replay-buffer.ts";
import type { Taps } from "../ari/taps.ts";
import { createStereoMixer } from "../sound/stereo-mixer.ts";
import { type Leg, listenToLeg } from "./leg.ts";
import type { PhoneCounters } from "./phone-counters.ts";
import { createPhoneLines, type PhoneLinesDeps } from "./phone-lines.ts";
import { createPhoneReports } from "./phone-reports.ts";

/** The channels of a call's two telephones. */
export type Channels = Readonly<Record<Sender, string>>;

export interface PhoneCallDeps extends Omit<PhoneLinesDeps, "live"> {
  taps: Pick<Taps, "open">;
  calls: Pick<CallsForTelephony, "countPackets"> & {
    live: PhoneLinesDeps["live"] & Pick<CallsForTelephony["live"], "end">;
  };
  /** Undefined without a recognizer: then the call is shown but not transcribed. */
  streams: RecognizerStreams | undefined;
  realtime: Pick<Realtime, "emit">;
  counters: Pick<PhoneCounters, "frames" | "lost">;
}

const healthMs = 2000;

/** Transcribes one telephone call: two legs, one recognizer stream, and the resulting lines. */
export function followPhoneCall(deps: PhoneCallDeps, call: StoredCall, channels: Channels) {
  const { taps, calls, streams, realtime, counters, log } = deps;
  const reports = createPhoneReports(realtime, call);
  const lines = createPhoneLines({ ...deps, live: calls.live }, call);
  const held: Record<Sender, boolean> = { client: false, agent: false };
  let counted = 0;
  let hungUp = false;

  const stream = streams?.open({
    onPiece: lines.add,
    onStatus: reports.recognizer,
  });
  const mixer = createStereoMixer({
    onBlock(block) {
      stream?.send(block);
      countPackets();
    },
    onLost: (samples) => counters.lost.inc(samples / sampleRate),
  });
  const listen = (leg: Sender, channelId: string) =>
    listenToLeg({ taps, mixer, reports, log, leg, channelId, callId: call._id });
  const legs: Record<Sender, Leg> = {
    client: listen("client", channels.client),
    agent: listen("agent", channels.agent),
  };
  const healthTimer = setInterval(reportHealth, healthMs);

  function countPackets(): void {
    const packets = mixer.legs.client.frames + mixer.legs.agent.frames;
    if (packets === counted) return;
    counters.frames.inc(packets - counted);
    calls.countPackets(call, packets - counted);
    counted = packets;
  }

  function reportHealth(): void {
    const of = (leg: Sender): LegHealth => ({
      ...mixer.legs[leg].readHealth(),
      connected: legs[leg].isConnected(),
      held: held[leg],
    });
    countPackets();
    reports.health({ client: of("client"), agent: of("agent") });
  }

  /** Stops listening; resolves when all lines are stored. */
  async function release(): Promise<void> {
    clearInterval(healthTimer);
    await Promise.all([legs.client.close(), legs.agent.close()]);
    mixer.finish();
    countPackets();
    await stream?.finish();
    await lines.stored();
  }

  return {
    call,
    reports,
    countPackets,
    channelOf: (leg: Sender) => legs[leg].channelId,
    legOf: (channelId: string) => Sender.options.find((leg) => legs[leg].channelId === channelId),

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
      if (hungUp) reports.established();
      hungUp = false;
      await before.close();
    },

    hold(leg: Sender, isHeld: boolean): void {
      held[leg] = isHeld;
    },

    /** Reports that a telephone has hung up; only the first of the two is reported. */
    hangUp(leg: Sender, cause: string | undefined): void {
      if (hungUp) return;
      hungUp = true;
      reports.hungUp(leg, cause);
    },

    /** Ends the call after the last lines are stored. */
    async end(cause: string | undefined): Promise<void> {
      reports.terminated(cause);
      await release();
      await calls.live.end(call, "hangup");
    },

    release,
  };
}
export type PhoneCall = ReturnType<typeof followPhoneCall>;
