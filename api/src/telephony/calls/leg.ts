import type { Sender } from "@souffleur/contracts";
import type { Logger } from "../../http/logger.ts";
import { backoff, pause } from "../../scheduling/backoff.ts";
import type { Taps } from "../ari/taps.ts";
import type { StereoMixer } from "../sound/stereo-mixer.ts";
import type { PhoneReports } from "./phone-reports.ts";

interface LegDeps {
  taps: Pick<Taps, "open">;
  mixer: Pick<StereoMixer, "add">;
  reports: Pick<PhoneReports, "audio">;
  log: Logger;
  leg: Sender;
  channelId: string;
  callId: string;
}

/** Between attempts to tap a leg. */
const waits = { firstWait: 250, lastWait: 5000 };
/** A tap that worked for longer is replaced without a wait. */
const goodAfterMs = 1000;

export interface Leg {
  readonly channelId: string;
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Listens to one telephone of a call, and taps it again whenever the tap is lost. */
export function listenToLeg({ taps, mixer, reports, log, leg, channelId, callId }: LegDeps): Leg {
  const closed = new AbortController();
  const closing = new Promise<void>((resolve) => closed.signal.addEventListener("abort", () => resolve()));
  let isConnected = false;

  const report = (now: boolean) => {
    if (isConnected === now) return;
    isConnected = now;
    reports.audio(leg, now);
  };

  async function run(): Promise<void> {
    for (let failures = 0; !closed.signal.aborted; failures++) {
      try {
        const opened = await taps.open({ channelId, leg, callId, onFrame: mixer.add[leg] });
        if (!closed.signal.aborted) {
          const since = performance.now();
          report(true);
          await Promise.race([opened.lost, closing]);
          if (performance.now() - since > goodAfterMs) failures = -1;
        }
        report(false);
        await opened.close();
      } catch (err) {
        if (!closed.signal.aborted) log.warn({ err, callId, leg }, "a leg of a call could not be tapped");
      }
      await pause(failures < 0 ? 0 : backoff(failures, waits), closed.signal);
    }
  }
  const running = run();

  return {
    channelId,
    isConnected: () => isConnected,
    async close() {
      closed.abort();
      await running;
    },
  };
}
