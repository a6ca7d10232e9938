import { createStore } from "../lib/store.ts";
import { listen } from "./hearing/listen.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import type { AudioEvents } from "./microphone-session.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { releaseStream } from "./release-stream.ts";
import { createTranscriptionQueue, showRefusalIn, type TranscriptionQueue } from "./transcription-queue.ts";

export interface SharedAudioState {
  /**
   * `asking`: the browser asks what to share; `refused`: nothing was chosen or allowed; `soundless`: the chosen source
   * has no sound; `ended`: ended in the browser's own bar, or the source is gone; `lost`: it can't be recorded; `hearing`:
   * recognized by this browser, because the server has no recognizer; `unrecognized`: by this browser neither.
   */
  status:
    | "off"
    | "asking"
    | "recording"
    | "hearing"
    | "refused"
    | "soundless"
    | "ended"
    | "lost"
    | "unrecognized";
  meter: LevelMeter | undefined;
  /** Why what is recorded or heard does not become lines. */
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

  function end(status: SharedAudioState["status"], refusal?: string): void {
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
    store.set((state) => (state.status === status ? state : { status, meter: undefined, refusal }));
  }

  /**
   * @param isHeardHere whether the server is known to have no recognizer
   * @throws where the platform can't record it
   */
  function record(callId: string, events: AudioEvents, isHeardHere: boolean, shared: MediaStream): void {
    stream = shared;
    for (const track of shared.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === shared) end("ended");
      });
    }
    const sound = new MediaStream(shared.getAudioTracks());
    const line = { callId, speaker: "client" } as const;
    const hear = () => {
      recorder?.stop();
      queue?.stop();
      queue = undefined;
      const listening = listen(sound, line, {
        ...events,
        onState({ isHearing, refusal }) {
          if (recorder !== listening) return;
          if (isHearing) store.set((state) => ({ ...state, status: "hearing", refusal }));
          else end("unrecognized", refusal);
        },
      });
      recorder = listening;
    };
    if (isHeardHere) hear();
    else {
      queue = createTranscriptionQueue(line, {
        onTranscript: events.onTranscript,
        onNoRecognizer: hear,
        onRefusal: showRefusalIn(store),
      });
      recorder = startRecorder(sound, { onChunk: queue.push, onFailure: () => end("lost") });
    }
    store.set(() => ({ status: "recording", meter: openLevelMeter(sound), refusal: undefined }));
  }

  return {
    store,
    /** Lets the browser ask for a source, and records it for a call. Must be called in response to a user's press. */
    async share(callId: string, events: AudioEvents, isHeardHere: boolean): Promise<void> {
      end("asking");
      const current = generation;
      try {
        const shared = await navigator.mediaDevices.getDisplayMedia(source);
        const isLate = current !== generation;
        if (!isLate && shared.getAudioTracks().length > 0) return record(callId, events, isHeardHere, shared);
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
