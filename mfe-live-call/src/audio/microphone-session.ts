import { createStore } from "../lib/store.ts";
import type { HeardLine, HearEvents } from "./hearing/heard-line.ts";
import { listen } from "./hearing/listen.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { chosenMicrophone, keepMicrophone, openMicrophone } from "./open-microphone.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { releaseStream } from "./release-stream.ts";
import { createTranscriptionQueue, showRefusalIn, type TranscriptionQueue } from "./transcription-queue.ts";

export interface MicrophoneState {
  /**
   * `open`: allowed, not recorded yet; `hearing`: recognized by this browser, because the server has no recognizer;
   * `unrecognized`: by this browser neither; `lost`: failed during a call.
   */
  status: "off" | "open" | "recording" | "hearing" | "unrecognized" | "lost";
  /** The chosen one; empty for the system's default. */
  deviceId: string;
  /** What is open: another device where the chosen one was gone. */
  track: MediaStreamTrack | undefined;
  meter: LevelMeter | undefined;
  /** By the device's own switch, or by the system: the recording is silence. */
  isMuted: boolean;
  /** Why what is recorded or heard does not become lines. */
  refusal: string | undefined;
}

const off = {
  status: "off",
  track: undefined,
  meter: undefined,
  isMuted: false,
  refusal: undefined,
} as const;

/** The events of a call's microphone or shared sound. */
export interface AudioEvents extends Pick<HearEvents, "onTranscript" | "onInterim"> {}

/** The agent's microphone; it is recorded in chunks, which the server transcribes, or recognized in this browser. */
export function createMicrophoneSession() {
  const store = createStore<MicrophoneState>({ ...off, deviceId: chosenMicrophone() });
  let stream: MediaStream | undefined;
  let recorder: OverlappingRecorder | undefined;
  let queue: TranscriptionQueue | undefined;
  /** What is heard here, once the server has answered that it has no recognizer. */
  let heard: { line: HeardLine | undefined; events: AudioEvents } | undefined;
  /** Counts openings and closings: a microphone that opens too late is released again. */
  let generation = 0;

  function startRecording(): void {
    if (stream === undefined || queue === undefined) throw new Error("No microphone is open");
    recorder = startRecorder(stream, { onChunk: queue.push, onFailure: () => void recover() });
    store.set((state) => ({ ...state, status: "recording" }));
  }

  function stopRecording(): void {
    recorder?.stop();
    queue?.stop();
    recorder = undefined;
    queue = undefined;
    heard = undefined;
  }

  /** Records no more, because the server has answered that it has no recognizer: from now on this browser hears. */
  function standBy(callId: string | undefined, events: AudioEvents): void {
    stopRecording();
    if (stream === undefined) return;
    store.set((state) => ({ ...state, status: "unrecognized", refusal: undefined }));
    // Without an id the call is this browser's alone.
    heard = { line: callId === undefined ? undefined : { callId, speaker: "agent" }, events };
    startHearing();
  }

  function startHearing(): void {
    if (stream === undefined || heard?.line === undefined) return;
    const listening = listen(stream, heard.line, {
      ...heard.events,
      onState({ isHearing, refusal }) {
        if (recorder !== listening) return;
        store.set((state) => ({ ...state, status: isHearing ? "hearing" : "unrecognized", refusal }));
      },
    });
    recorder = listening;
  }

  /**
   * Opens the chosen microphone, in place of the one that is open: a new recording starts before the old one ends.
   * @returns false where another opening or a closing came in between: this one has changed nothing, and only the other
   *   one reports that it failed
   * @throws where there is none or its use is not allowed.
   */
  async function open(): Promise<boolean> {
    generation += 1;
    const current = generation;
    const opened = await openMicrophone(store.get().deviceId).catch((error: unknown) => {
      if (current === generation) throw error;
    });
    if (opened === undefined) return false;
    if (current !== generation) {
      releaseStream(opened);
      return false;
    }
    const before = { recorder, stream };
    store.get().meter?.close();
    stream = opened;
    const status = heard === undefined ? "open" : "unrecognized";
    const [track] = opened.getAudioTracks();
    store.set((state) => ({ ...state, status, track, meter: openLevelMeter(opened) }));
    watchTracks(opened, {
      isUsed: () => stream === opened,
      onEnded: () => void recover(),
      onMuted: (isMuted) => store.set((state) => ({ ...state, isMuted })),
    });
    if (queue !== undefined) startRecording();
    else startHearing();
    before.recorder?.finish();
    if (before.stream !== undefined) releaseStream(before.stream);
    return true;
  }

  /** Replaces a microphone that was unplugged, whose recorder failed, or that is not the chosen one. */
  async function recover(): Promise<void> {
    try {
      await open();
    } catch (error) {
      console.warn("The microphone was lost", error);
      close();
      store.set((state) => ({ ...state, status: "lost" }));
    }
  }

  /** Ends the recording and releases the microphone; no more chunks are sent. */
  function close(): void {
    generation += 1;
    stopRecording();
    if (stream !== undefined) releaseStream(stream);
    store.get().meter?.close();
    stream = undefined;
    store.set((state) => (state.status === "off" ? state : { ...state, ...off }));
  }

  return {
    store,
    open,
    /** Records the open microphone. @throws where it can't be recorded. */
    record(callId: string | undefined, audioEvents: AudioEvents): void {
      stopRecording();
      const { onTranscript } = audioEvents;
      const onNoRecognizer = () => standBy(callId, audioEvents);
      const events = { onTranscript, onNoRecognizer, onRefusal: showRefusalIn(store) };
      queue = createTranscriptionQueue({ callId }, events);
      startRecording();
    },
    close,
    /** Switches to another microphone, also during a recording. */
    async choose(deviceId: string): Promise<void> {
      keepMicrophone(deviceId);
      store.set((state) => ({ ...state, deviceId }));
      if (stream !== undefined) await recover();
    },
  };
}

interface TrackEvents {
  /** Nothing is called for a stream that was replaced. */
  isUsed: () => boolean;
  onEnded: () => void;
  /** Called at once, and with each change. */
  onMuted: (isMuted: boolean) => void;
}

function watchTracks(stream: MediaStream, { isUsed, onEnded, onMuted }: TrackEvents): void {
  const tracks = stream.getTracks();
  const showMuted = () => {
    if (isUsed()) onMuted(tracks.some((track) => track.muted));
  };
  for (const track of tracks) {
    track.addEventListener("ended", () => isUsed() && onEnded());
    track.addEventListener("mute", showMuted);
    track.addEventListener("unmute", showMuted);
  }
  showMuted();
}
