import { clock } from "../../clock.ts";
import { RecognizerFault } from "../recognizer.ts";
import type { Heard } from "./answers.ts";
import type { Requests } from "./requests.ts";
import { wavOf } from "./wav.ts";

/** Between two requests of a leg, and before the first one of an utterance. */
const intervalMs = 1000;
const firstMs = 500;
/** After a request that failed: longer where the server refuses it, since another one would be refused too. */
const pauseMs = 5000;
const refusedMs = 10 * 60_000;
const passing = new Set([408, 429]);

/** Interim texts of all calls are left out where the server cannot give them, so that it has time for the final ones. */
export function createInterimPause() {
  let until = 0;
  return {
    isOver: () => clock.ms() >= until,
    after(thrown: unknown): void {
      const { status = 500, waitMs = pauseMs } = thrown instanceof RecognizerFault ? thrown : {};
      const isRefused = status < 500 && !passing.has(status);
      until = clock.ms() + (isRefused ? refusedMs : waitMs);
    },
  };
}
export type InterimPause = ReturnType<typeof createInterimPause>;

interface InterimsDeps {
  requests: Requests;
  pause: InterimPause;
  rate: number;
  signal: AbortSignal;
  onText(heard: Heard): void;
}

/** Interim texts of one leg, from the growing utterance, at most once a second. */
export function createInterims({ requests, pause, rate, signal, onText }: InterimsDeps) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: AbortController | undefined;

  async function request(pieces: readonly Buffer[], current: AbortController): Promise<void> {
    const audio = { bytes: wavOf(pieces, rate), type: "audio/wav" } as const;
    try {
      const heard = await requests.transcribe(audio, AbortSignal.any([signal, current.signal]));
      if (!current.signal.aborted && !signal.aborted) onText(heard);
    } catch (thrown) {
      if (!current.signal.aborted && !signal.aborted) pause.after(thrown);
    } finally {
      if (asking === current) asking = undefined;
    }
  }

  return {
    ask(pieces: readonly Buffer[], isFirst: boolean): void {
      const now = clock.ms();
      if (isFirst) askedAt = Math.max(askedAt, now - (intervalMs - firstMs));
      if (asking !== undefined || now - askedAt < intervalMs || !pause.isOver()) return;
      askedAt = now;
      asking = new AbortController();
      void request(pieces, asking);
    },

    cancel(): void {
      asking?.abort();
      asking = undefined;
    },
  };
}
export type Interims = ReturnType<typeof createInterims>;
