import { ErrorCode, transcribeAudio } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { createStore, type Store } from "../lib/store.ts";
import { encodeBase64 } from "./encode-base64.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { chosenMicrophone, keepMicrophone, openMicrophone, releaseMicrophone } from "./open-microphone.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

export interface MicrophoneState {
  /**
   * `open`: allowed, not recorded yet; `unrecognized`: open, but not recorded because no recognizer is configured;
   * `lost`: failed during a call.
   */
  status: "off" | "open" | "recording" | "unrecognized" | "lost";
  deviceId: string;
  meter: LevelMeter | undefined;
}

export interface Transcribed {
  /** The id of the transcript line that the server creates. */
  id: string;
  transcript: string;
  confidence: number;
}

/** The agent's microphone; it is recorded in chunks, which the server transcribes. */
export interface MicrophoneSession {
  store: Store<MicrophoneState>;
  /** Opens the microphone. @throws where there is none or its use is not allowed. */
  open: () => Promise<void>;
  /** Records the open microphone. @throws where it can't be recorded. */
  record: (callId: string | undefined, onTranscript: (transcribed: Transcribed) => void) => void;
  /** Leaves the microphone open without recording it, because no recognizer is configured. */
  standBy: () => void;
  /** Ends the recording and releases the microphone; no more chunks are sent. */
  close: () => void;
  /** Switches to another microphone, also during a recording. */
  choose: (deviceId: string) => Promise<void>;
}

const off = { status: "off", meter: undefined } as const;

interface Chunk {
  id: string;
  recording: Blob;
}

export function createMicrophoneSession(): MicrophoneSession {
  const store = createStore<MicrophoneState>({ ...off, deviceId: chosenMicrophone() });
  let stream: MediaStream | undefined;
  let recorder: OverlappingRecorder | undefined;
  let queue: UploadQueue<Chunk> | undefined;
  let isStandingBy = false;
  /** Counts openings and closings: a microphone that opens too late is released again. */
  let generation = 0;

  /** @returns undefined where the microphone was closed or reopened while the browser asked for permission. */
  async function acquire(): Promise<MediaStream | undefined> {
    generation += 1;
    const own = generation;
    const opened = await openMicrophone(store.get().deviceId);
    if (own === generation) return opened;
    releaseMicrophone(opened);
    return undefined;
  }

  function use(opened: MediaStream): void {
    store.get().meter?.close();
    stream = opened;
    for (const track of opened.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === opened) void recover();
      });
    }
    const status = isStandingBy ? "unrecognized" : "open";
    store.set((state) => ({ ...state, status, meter: openLevelMeter(opened) }));
  }

  function startRecording(): void {
    if (stream === undefined || queue === undefined) throw new Error("No microphone is open");
    const { push } = queue;
    recorder = startRecorder(stream, {
      // The id is set once: the server recognizes a chunk that is sent again.
      onChunk: (recording) => push({ id: newId(), recording }),
      onFailure: () => void recover(),
    });
    store.set((state) => ({ ...state, status: "recording" }));
  }

  function stopRecording(): void {
    recorder?.stop();
    queue?.stop();
    recorder = undefined;
    queue = undefined;
  }

  function standBy(): void {
    stopRecording();
    if (stream === undefined) return;
    isStandingBy = true;
    store.set((state) => ({ ...state, status: "unrecognized" }));
  }

  async function open(): Promise<void> {
    const opened = await acquire();
    if (opened === undefined) return;
    if (stream !== undefined) releaseMicrophone(stream);
    use(opened);
  }

  /** Opens a microphone again; its recording starts before the old one ends. */
  async function reopen(): Promise<void> {
    const opened = await acquire();
    if (opened === undefined) return;
    const before = { recorder, stream };
    use(opened);
    if (queue !== undefined) startRecording();
    before.recorder?.finish();
    if (before.stream !== undefined) releaseMicrophone(before.stream);
  }

  /** Replaces a microphone that was unplugged or whose recorder failed. */
  async function recover(): Promise<void> {
    try {
      await reopen();
    } catch (error) {
      console.warn("The microphone was lost", error);
      close();
      store.set((state) => ({ ...state, status: "lost" }));
    }
  }

  function close(): void {
    generation += 1;
    stopRecording();
    isStandingBy = false;
    if (stream !== undefined) releaseMicrophone(stream);
    store.get().meter?.close();
    stream = undefined;
    store.set((state) => (state.status === "off" ? state : { ...state, ...off }));
  }

  return {
    store,
    open,
    record(callId, onTranscript) {
      queue?.stop();
      isStandingBy = false;
      queue = createTranscriptionQueue(callId, { onTranscript, onNoRecognizer: standBy });
      startRecording();
    },
    standBy,
    close,
    async choose(deviceId) {
      keepMicrophone(deviceId);
      store.set((state) => ({ ...state, deviceId }));
      if (stream !== undefined) await recover();
    },
  };
}

/** A UUID of version 4; a page over plain http has no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const at = (index: number) => bytes[index] ?? 0;
  bytes[6] = (at(6) & 0x0f) | 0x40;
  bytes[8] = (at(8) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A failed transcription is only logged, as specified. */
function createTranscriptionQueue(
  callId: string | undefined,
  {
    onTranscript,
    onNoRecognizer,
  }: { onTranscript: (transcribed: Transcribed) => void; onNoRecognizer: () => void },
): UploadQueue<Chunk> {
  return createUploadQueue<Chunk, Transcribed>({
    async send({ id, recording }, previous) {
      const audio = await encodeBase64(recording);
      const { transcript, confidence } = await call(transcribeAudio, {
        body: {
          audio,
          mimeType: recording.type,
          chunkId: id,
          ...(previous !== undefined && { afterChunkId: previous.id }),
          ...(callId !== undefined && { callId }),
        },
      });
      return { id, transcript, confidence };
    },
    onAnswer: (transcribed) => {
      if (transcribed.transcript.trim() !== "") onTranscript(transcribed);
    },
    isRetryable: isTransient,
    onFailure: (error) => {
      if (error instanceof RequestError && error.code === "STT_NOT_CONFIGURED") onNoRecognizer();
      else console.warn(`A recording was not transcribed: ${String(error)}`);
    },
  });
}

/** Whether an error is not about the recording, but the network, the database or a proxy. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { kind, code, status = 0 } = error;
  if (kind === "network" || kind === "timeout") return true;
  // An unknown code is a proxy's: only the status counts.
  const own = ErrorCode.safeParse(code).data;
  return own === undefined ? status >= 500 : transientCodes.has(own);
}

const transientCodes: ReadonlySet<ErrorCode> = new Set([
  "RATE_LIMITED",
  "SERVER_BUSY",
  "DATABASE_UNAVAILABLE",
]);
