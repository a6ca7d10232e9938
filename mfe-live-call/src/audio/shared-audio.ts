import { createStore, type Store } from "../lib/store.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { releaseStream } from "./release-stream.ts";
import {
  createTranscriptionQueue,
  type Transcribed,
  type TranscriptionQueue,
} from "./transcription-queue.ts";

export interface SharedAudioState {
  /**
   * `asking`: the browser asks what to share; `refused`: nothing was chosen or allowed; `soundless`: the chosen source
   * came without sound; `ended`: in the browser's own bar, or the source is gone; `lost`: it can't be recorded.
   */
  status: "off" | "asking" | "recording" | "refused" | "soundless" | "ended" | "lost" | "unrecognized";
  meter: LevelMeter | undefined;
}

/** The sound of the tab or the system in which a softphone runs: the client's voice, recorded as the microphone is. */
export interface SharedAudio {
  store: Store<SharedAudioState>;
  /** Has the browser ask for a source, and records it for a call. Only a press may do so. */
  share: (callId: string, onTranscript: (transcribed: Transcribed) => void) => Promise<void>;
  /** Ends the sharing; what was recorded since the last chunk is discarded. */
  stop: () => void;
}

/** What TypeScript does not know of the Screen Capture specification yet. */
interface SourceChoice extends DisplayMediaStreamOptions {
  systemAudio: "include";
  selfBrowserSurface: "exclude";
  surfaceSwitching: "include";
}

const source: SourceChoice = {
  // Browsers share sound only beside a picture. Nobody looks at it; but only it reports the end of the sharing.
  video: { frameRate: 1, width: 1, height: 1 },
  // The far side's sound is clean; what browsers do to microphones would cut it.
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  systemAudio: "include",
  selfBrowserSurface: "exclude",
  surfaceSwitching: "include",
};

/** Telephones' browsers share nothing, and pages over plain http may not. */
export function canShareAudio(): boolean {
  return typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

export function createSharedAudio(): SharedAudio {
  const store = createStore<SharedAudioState>({ status: "off", meter: undefined });
  let stream: MediaStream | undefined;
  let recorder: OverlappingRecorder | undefined;
  let queue: TranscriptionQueue | undefined;
  /** Counts attempts and ends: a source that comes too late is released again. */
  let generation = 0;

  function end(status: SharedAudioState["status"]): void {
    generation += 1;
    // The last words of a source that is gone are sent; those of one that the agent stops are not.
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
    store.set((state) => (state.status === status ? state : { status, meter: undefined }));
  }

  /** @throws where the platform can't record it. */
  function record(
    callId: string,
    onTranscript: (transcribed: Transcribed) => void,
    shared: MediaStream,
  ): void {
    stream = shared;
    for (const track of shared.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === shared) end("ended");
      });
    }
    const sound = new MediaStream(shared.getAudioTracks());
    queue = createTranscriptionQueue(
      { callId, speaker: "client" },
      { onTranscript, onNoRecognizer: () => end("unrecognized") },
    );
    recorder = startRecorder(sound, { onChunk: queue.push, onFailure: () => end("lost") });
    store.set(() => ({ status: "recording", meter: openLevelMeter(sound) }));
  }

  return {
    store,
    async share(callId, onTranscript) {
      end("asking");
      const own = generation;
      try {
        const shared = await navigator.mediaDevices.getDisplayMedia(source);
        const isLate = own !== generation;
        if (!isLate && shared.getAudioTracks().length > 0) return record(callId, onTranscript, shared);
        releaseStream(shared);
        if (!isLate) end("soundless");
      } catch (error) {
        console.warn("The call's audio can't be shared", error);
        if (own === generation) end(stream === undefined ? "refused" : "lost");
      }
    },
    stop: () => end("off"),
  };
}
