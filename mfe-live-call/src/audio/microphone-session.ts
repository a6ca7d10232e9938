import { createStore } from "../lib/store.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { chosenMicrophone, keepMicrophone, openMicrophone } from "./open-microphone.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { releaseStream } from "./release-stream.ts";
import {
  createTranscriptionQueue,
  type OnTranscript,
  type TranscriptionQueue,
} from "./transcription-queue.ts";

export interface MicrophoneState {
  /**
   * `open`: allowed, not recorded yet; `unrecognized`: open, but no longer recorded because the server has no recognizer;
   * `lost`: failed during a call.
   */
  status: "off" | "open" | "recording" | "unrecognized" | "lost";
  deviceId: string;
  meter: LevelMeter | undefined;
  /** By the device's own switch, or by the system: the recording is silence. */
  isMuted: boolean;
  /** The server's reason for refusing what is recorded. */
  refusal: string | undefined;
}

const off = { status: "off", meter: undefined, isMuted: false, refusal: undefined } as const;

/** The agent's microphone; it is recorded in chunks, which the server transcribes. */
export function createMicrophoneSession() {
  const store = createStore<MicrophoneState>({ ...off, deviceId: chosenMicrophone() });
  let stream: MediaStream | undefined;
  let recorder: OverlappingRecorder | undefined;
  let queue: TranscriptionQueue | undefined;
  let isStandingBy = false;
  /** Counts openings and closings: a microphone that opens too late is released again. */
  let generation = 0;

  /** @returns undefined where the microphone was closed or reopened while the browser asked for permission. */
  async function acquire(): Promise<MediaStream | undefined> {
    generation += 1;
    const current = generation;
    const opened = await openMicrophone(store.get().deviceId);
    if (current === generation) return opened;
    releaseStream(opened);
    return undefined;
  }

  function use(opened: MediaStream): void {
    store.get().meter?.close();
    stream = opened;
    const showMuted = () => {
      const isMuted = opened.getTracks().some((track) => track.muted);
      if (stream === opened) store.set((state) => ({ ...state, isMuted }));
    };
    for (const track of opened.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === opened) void recover();
      });
      track.addEventListener("mute", showMuted);
      track.addEventListener("unmute", showMuted);
    }
    const status = isStandingBy ? "unrecognized" : "open";
    store.set((state) => ({ ...state, status, meter: openLevelMeter(opened) }));
    showMuted();
  }

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
  }

  /** Leaves the microphone open without recording it, because the server has answered that it has no recognizer. */
  function standBy(): void {
    stopRecording();
    if (stream === undefined) return;
    isStandingBy = true;
    store.set((state) => ({ ...state, status: "unrecognized", refusal: undefined }));
  }

  function showRefusal(refusal: string | undefined): void {
    store.set((state) =>
      state.refusal === refusal || state.status !== "recording" ? state : { ...state, refusal },
    );
  }

  /** Opens the microphone. @throws where there is none or its use is not allowed. */
  async function open(): Promise<void> {
    const opened = await acquire();
    if (opened === undefined) return;
    if (stream !== undefined) releaseStream(stream);
    use(opened);
  }

  /**
   * Replaces a microphone that was unplugged, whose recorder failed, or that is not the chosen one. The new recording
   * starts before the old one ends.
   */
  async function recover(): Promise<void> {
    try {
      const opened = await acquire();
      if (opened === undefined) return;
      const before = { recorder, stream };
      use(opened);
      if (queue !== undefined) startRecording();
      before.recorder?.finish();
      if (before.stream !== undefined) releaseStream(before.stream);
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
    isStandingBy = false;
    if (stream !== undefined) releaseStream(stream);
    store.get().meter?.close();
    stream = undefined;
    store.set((state) => (state.status === "off" ? state : { ...state, ...off }));
  }

  return {
    store,
    open,
    /** Records the open microphone. @throws where it can't be recorded. */
    record(callId: string | undefined, onTranscript: OnTranscript): void {
      queue?.stop();
      isStandingBy = false;
      const events = { onTranscript, onNoRecognizer: standBy, onRefusal: showRefusal };
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
