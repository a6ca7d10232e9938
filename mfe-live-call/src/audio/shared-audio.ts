import { createStore } from "../lib/store.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { releaseStream } from "./release-stream.ts";
import {
  createTranscriptionQueue,
  type OnTranscript,
  showRefusalIn,
  type TranscriptionQueue,
} from "./transcription-queue.ts";

export interface SharedAudioState {
  /**
   * `asking`: the browser asks what to share; `refused`: nothing was chosen or allowed; `soundless`: the chosen source
   * has no sound; `ended`: ended in the browser's own bar, or the source is gone; `lost`: it can't be recorded.
   */
  status: "off" | "asking" | "recording" | "refused" | "soundless" | "ended" | "lost" | "unrecognized";
  meter: LevelMeter | undefined;
  /** The server's reason for refusing what is recorded. */
  refusal: string | undefined;
}

/** Options of the Screen Capture specification that TypeScript's types lack. */
interface SourceChoice extends DisplayMediaStreamOptions {
  systemAudio: "include";
  selfBrowserSurface: "exclude";
  surfaceSwitching: "include";
}

const source: SourceChoice = {
  // Browsers share sound only together with video. The video is not shown, but only its track reports the end.
  video: { frameRate: 1, width: 1, height: 1 },
  // The remote party's sound is clean: the processing that browsers apply to microphones would distort it.
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  systemAudio: "include",
  selfBrowserSurface: "exclude",
  surfaceSwitching: "include",
};

/** Browsers on phones can't share, and pages over plain http may not. */
export function canShareAudio(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

/** The sound of the tab or the system in which a softphone runs: the client's voice, recorded like the microphone. */
export function createSharedAudio() {
  const store = createStore<SharedAudioState>({ status: "off", meter: undefined, refusal: undefined });
  let stream: MediaStream | undefined;
  let recorder: OverlappingRecorder | undefined;
  let queue: TranscriptionQueue | undefined;
  /** Counts attempts and ends: a source that arrives too late is released again. */
  let generation = 0;

  function end(status: SharedAudioState["status"]): void {
    generation += 1;
    // When the source itself ends, its last words are sent; when the agent stops sharing, they are not.
    if (status === "ended") recorder?.finish();
    else {
      recorder?.stop();
      queue?.stop();
    }
    if (stream !== undefined) releaseStream(stream);
    store.get().meter?.close();
    recorder = undefined;
    queue = undefined;
    stream = undefined;
    store.set((state) =>
      state.status === status ? state : { status, meter: undefined, refusal: undefined },
    );
  }

  /** @throws where the platform can't record it. */
  function record(callId: string, onTranscript: OnTranscript, shared: MediaStream): void {
    stream = shared;
    for (const track of shared.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === shared) end("ended");
      });
    }
    const sound = new MediaStream(shared.getAudioTracks());
    queue = createTranscriptionQueue(
      { callId, speaker: "client" },
      { onTranscript, onNoRecognizer: () => end("unrecognized"), onRefusal: showRefusalIn(store) },
    );
    recorder = startRecorder(sound, { onChunk: queue.push, onFailure: () => end("lost") });
    store.set(() => ({ status: "recording", meter: openLevelMeter(sound), refusal: undefined }));
  }

  return {
    store,
    /** Lets the browser ask for a source, and records it for a call. Must be called in response to a user's press. */
    async share(callId: string, onTranscript: OnTranscript): Promise<void> {
      end("asking");
      const current = generation;
      try {
        const shared = await navigator.mediaDevices.getDisplayMedia(source);
        const isLate = current !== generation;
        if (!isLate && shared.getAudioTracks().length > 0) return record(callId, onTranscript, shared);
        releaseStream(shared);
        if (!isLate) end("soundless");
      } catch (error) {
        console.warn("The call's audio can't be shared", error);
        if (current === generation) end(stream === undefined ? "refused" : "lost");
      }
    },
    /** Stops sharing; what was recorded since the last chunk is discarded. */
    stop: () => end("off"),
  };
}
