import { clock } from "../../clock.ts";
import type { Interims } from "./interims.ts";
import { withoutInvented } from "./invented.ts";
import type { Spoken, Transcriber } from "./leg.ts";
import type { RealtimeSession } from "./realtime.ts";
import type { Requests } from "./requests.ts";
import { wavOf } from "./wav.ts";

/** What a transcriber tells its leg. */
export interface TranscriberHandlers {
  onInterim(text: string, confidence: number): void;
  onSpoken(spoken: Spoken): void;
}

interface ByRequestsDeps {
  requests: Requests;
  interims: Interims;
  rate: number;
  /** Of the request that is made now. */
  signal(): AbortSignal;
  onSpoken: TranscriberHandlers["onSpoken"];
  onFault(thrown: unknown): void;
}

/** Each utterance is a recording. */
export function byRequests(deps: ByRequestsDeps): Transcriber {
  const { requests, interims, rate, signal, onSpoken, onFault } = deps;
  return {
    send() {},
    end(pieces) {
      requests
        .transcribe({ bytes: wavOf(pieces, rate), type: "audio/wav" }, signal())
        .then(onSpoken, onFault);
    },
    keeps: () => true,
    askInterim: interims.ask,
    cancelInterim: interims.cancel,
  };
}

/** Texts of the models come in pieces of a word, many a second. */
const shownMs = 200;
/** The live protocol has no probabilities. */
const unknown = { noSpeech: undefined, logProbability: undefined };

/** Utterances are spoken into a live session, which is opened with its handlers. */
export function bySession(handlers: TranscriberHandlers) {
  let session: RealtimeSession | undefined;
  let interims: Interims | undefined;
  let text = "";
  let shownAt = 0;
  let isBegun = false;
  let isEnded = false;
  /** Whether texts come while one speaks. Other servers begin with the end of the utterance. */
  let streams = false;

  const transcriber: Transcriber = {
    send(pcm) {
      if (!isBegun) session?.begin();
      isBegun = true;
      session?.send(pcm);
    },
    end() {
      isEnded = true;
      session?.end();
    },
    keeps: () => !streams,
    askInterim(pieces, isFirst) {
      if (!streams) interims?.ask(pieces, isFirst);
    },
    cancelInterim: () => interims?.cancel(),
  };

  return {
    transcriber,
    /** Whether an utterance is spoken, or waited for. */
    isBusy: () => isBegun,

    use(opened: RealtimeSession, others: Interims): void {
      session = opened;
      streams = opened.streams;
      interims = others;
    },

    onDelta(delta: string): void {
      if (!isBegun) return;
      text += delta;
      if (!isEnded) streams = true;
      const now = clock.ms();
      if (delta === "" || now - shownAt < shownMs) return;
      shownAt = now;
      handlers.onInterim(text.trim(), 0);
    },

    onInterim(whole: string): void {
      if (!isBegun) return;
      streams = true;
      handlers.onInterim(whole.trim(), 0);
    },

    onDone(whole: string): void {
      if (!isBegun) return;
      [text, isBegun, isEnded] = ["", false, false];
      handlers.onSpoken({ text: withoutInvented(whole, unknown), confidence: 0 });
    },
  };
}
