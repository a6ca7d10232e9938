import { newId } from "@souffleur/shared-ui/saving";
import type { OverlappingRecorder } from "../overlapping-recorder.ts";
import { type Recognition, type RecognitionEvent, recognitionType } from "./speech-interface.ts";

/** What one speaker says without a longer pause; an interim one has the id of the final one that it becomes. */
export interface Utterance {
  id: string;
  text: string;
  /** From 0 to 1. */
  confidence: number;
  /** By the page's own clock, in milliseconds: when its first and its last word were heard. */
  startedAt: number;
  endedAt: number;
}

/** Why a browser stops recognizing for good. */
export type GivenUp = "not-allowed" | "service-not-allowed" | "language-not-supported";
/** Why it recognizes nothing for now; it is started again. */
export type Trouble = "network" | "audio-capture" | "aborted";

export interface TrackEvents {
  /** Called with each change; an empty text where it is taken back. */
  onInterim: (utterance: Utterance) => void;
  onFinal: (utterance: Utterance) => void;
  /** Undefined once it recognizes again. */
  onTrouble: (trouble: Trouble | undefined) => void;
  onGivenUp: (reason: GivenUp) => void;
}

interface TrackOptions {
  /** In BCP 47. */
  language: string;
  /** Whether the sound must stay on the device. */
  onDevice: boolean;
  /** Has a recognition expect words; not called again after the browser has refused them. */
  expect: ((recognition: Recognition) => void) | undefined;
}

/** Pauses before a failed start is repeated, doubled from the first to the last. */
const firstWaitMs = 250;
const lastWaitMs = 5000;
/** A recognition that has run for so long has not failed. */
const settledMs = 5000;
/** A browser that reports an error reports the end right after it; one that does not is not waited for. */
const endMs = 1000;
/** As many interruptions without a word between them are no coincidence. */
const abortedMax = 4;

const givenUp: ReadonlySet<string> = new Set<GivenUp>([
  "not-allowed",
  "service-not-allowed",
  "language-not-supported",
]);

/**
 * Recognizes a track until it ends or is stopped. Browsers end a recognition after silence, after a while, and with each
 * error: it is started again, with a new object, since an old one may refuse to. What was heard and not final by then is.
 */
export function hearTrack(
  track: MediaStreamTrack,
  { language, onDevice, expect }: TrackOptions,
  events: TrackEvents,
): OverlappingRecorder {
  let expecting = expect;
  let failures = 0;
  let aborted = 0;
  let isOver = false;
  let trouble: Trouble | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: ReturnType<typeof listenOnce> | undefined;

  function show(next: Trouble | undefined): void {
    if (next === trouble) return;
    trouble = next;
    events.onTrouble(next);
  }

  function recovered(): void {
    failures = 0;
    aborted = 0;
    show(undefined);
  }

  function fail(error: string): void {
    if (error === "no-speech") return;
    if (error === "phrases-not-supported") {
      expecting = undefined;
      return;
    }
    failures += 1;
    if (error === "aborted") aborted += 1;
    if (givenUp.has(error)) {
      isOver = true;
      events.onGivenUp(error as GivenUp);
    } else if (error === "network" || error === "audio-capture") show(error);
    else if (aborted >= abortedMax) show("aborted");
  }

  function begin(): void {
    if (isOver) return;
    current = listenOnce({
      prepare(recognition) {
        recognition.lang = language;
        recognition.continuous = true;
        recognition.interimResults = true;
        if (onDevice) recognition.processLocally = true;
        expecting?.(recognition);
      },
      track,
      onInterim: events.onInterim,
      onFinal: events.onFinal,
      onHeard: recovered,
      onError: fail,
      onEnd() {
        current = undefined;
        if (isOver || track.readyState === "ended") return;
        const waitMs = failures === 0 ? 0 : Math.min(lastWaitMs, firstWaitMs * 2 ** (failures - 1));
        timer = setTimeout(begin, waitMs);
      },
    });
  }

  function end(how: "stop" | "abort"): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    track.removeEventListener("ended", finish);
    current?.[how]();
  }
  const finish = () => end("stop");

  track.addEventListener("ended", finish);
  begin();
  return { finish, stop: () => end("abort") };
}

interface ListenOptions extends Pick<TrackEvents, "onInterim" | "onFinal"> {
  prepare: (recognition: Recognition) => void;
  track: MediaStreamTrack;
  /** It works. */
  onHeard: () => void;
  onError: (error: string) => void;
  /** Called once, at the latest a second after an error. */
  onEnd: () => void;
}

/** One recognition, from its start to its end. */
function listenOnce({ prepare, track, onInterim, onFinal, onHeard, onError, onEnd }: ListenOptions) {
  const Recognition = recognitionType();
  if (Recognition === undefined) throw new Error("This browser recognizes no speech");
  const recognition = new Recognition();
  /** How many results are final and reported: a browser may report them again, and none of these changes. */
  let finals = 0;
  let utterance: Utterance | undefined;
  let speechAt: number | undefined;
  let isOver = false;
  const settled = setTimeout(onHeard, settledMs);
  let patience: ReturnType<typeof setTimeout> | undefined;

  /** The utterance with this text; its time ends with the last change of the text. */
  function heard(text: string, confidence: number): Utterance {
    const now = performance.now();
    const { id, startedAt } = utterance ?? { id: newId(), startedAt: speechAt ?? now };
    const endedAt = utterance?.text === text ? utterance.endedAt : now;
    utterance = { id, text, confidence: Math.min(1, Math.max(0, confidence)), startedAt, endedAt };
    speechAt = undefined;
    return utterance;
  }

  function finalize(text: string, confidence: number): void {
    const final = heard(text, confidence);
    utterance = undefined;
    if (text === "") onInterim(final);
    else onFinal(final);
  }

  function read({ results }: RecognitionEvent): void {
    const all = Array.from(results, (result) => ({
      isFinal: result.isFinal,
      text: result[0]?.transcript ?? "",
      confidence: result[0]?.confidence ?? 0,
    }));
    for (const { isFinal, text, confidence } of all.slice(finals)) {
      if (!isFinal) break;
      finals += 1;
      finalize(text.trim(), confidence);
    }
    const interim = all.slice(finals);
    const text = interim
      .map((part) => part.text)
      .join("")
      .trim();
    if (text !== "" || utterance !== undefined) onInterim(heard(text, interim[0]?.confidence ?? 0));
    onHeard();
  }

  function finish(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(settled);
    clearTimeout(patience);
    if (utterance !== undefined) finalize(utterance.text, utterance.confidence);
    onEnd();
  }

  const on = (name: string, listener: (event: Event) => void) =>
    recognition.addEventListener(name, (event) => {
      if (!isOver) listener(event);
    });
  on("speechstart", () => {
    speechAt ??= performance.now();
  });
  on("result", (event) => read(event as RecognitionEvent));
  on("error", (event) => {
    clearTimeout(settled);
    onError((event as Event & { error: string }).error);
    patience = setTimeout(finish, endMs);
  });
  on("end", finish);
  try {
    prepare(recognition);
    recognition.start(track);
  } catch (error) {
    console.warn("The browser does not recognize speech", error);
    onError("start");
    // As an event: the caller has no session yet.
    patience = setTimeout(finish, 0);
  }
  return {
    /** What was heard so far is recognized. */
    stop(): void {
      recognition.stop();
      patience ??= setTimeout(finish, endMs);
    },
    /** What was heard and is not final is dropped. */
    abort(): void {
      utterance = undefined;
      isOver = true;
      clearTimeout(settled);
      clearTimeout(patience);
      recognition.abort();
    },
  };
}
