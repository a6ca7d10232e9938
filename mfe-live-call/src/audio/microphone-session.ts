import { ErrorCode, transcribeAudio } from "@souffleur/contracts";
import { call, RequestError } from "@souffleur/shared-ui";
import { createStore, type Store } from "../store.ts";
import { encodeBase64 } from "./encode-base64.ts";
import { type LevelMeter, openLevelMeter } from "./level-meter.ts";
import { chosenMicrophone, keepMicrophone, openMicrophone, releaseMicrophone } from "./open-microphone.ts";
import { type OverlappingRecorder, startRecorder } from "./overlapping-recorder.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

export interface MicrophoneState {
  /**
   * `open`: allowed, nothing is recorded yet; `unheard`: open, but there is no recognizer to record for; `lost`: it
   * broke off in the middle of a call.
   */
  status: "off" | "open" | "recording" | "unheard" | "lost";
  deviceId: string;
  meter: LevelMeter | undefined;
}

export interface Transcribed {
  /** The id of the line that the server makes of it. */
  id: string;
  transcript: string;
  confidence: number;
}

/** The agent's microphone, recorded in chunks that are transcribed. */
export interface MicrophoneSession {
  store: Store<MicrophoneState>;
  /** Asks for the microphone. @throws where there is none or its use is not allowed. */
  open: () => Promise<void>;
  /** Records what the open microphone hears. @throws where it can't be recorded. */
  record: (callId: string | undefined, onTranscript: (heard: Transcribed) => void) => void;
  /** Leaves the microphone open without recording it: no recognizer could hear it. */
  rest: () => void;
  /** Ends the recording and releases the microphone; no chunk is sent after this. */
  close: () => void;
  /** Takes another microphone, in the middle of a recording too. */
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
  let isUnheard = false;
  /** Counts what was opened and closed: a microphone that opens too late is released again. */
  let turn = 0;

  /** @returns undefined where it was closed, or opened anew, while the browser asked. */
  async function acquire(): Promise<MediaStream | undefined> {
    turn += 1;
    const mine = turn;
    const opened = await openMicrophone(store.get().deviceId);
    if (mine === turn) return opened;
    releaseMicrophone(opened);
    return undefined;
  }

  function hold(opened: MediaStream): void {
    store.get().meter?.close();
    stream = opened;
    for (const track of opened.getTracks()) {
      track.addEventListener("ended", () => {
        if (stream === opened) void recover();
      });
    }
    const status = isUnheard ? "unheard" : "open";
    store.set((state) => ({ ...state, status, meter: openLevelMeter(opened) }));
  }

  function startRecording(): void {
    if (stream === undefined || queue === undefined) throw new Error("No microphone is open");
    const { push } = queue;
    recorder = startRecorder(stream, {
      // Named before it is sent: what is sent again is known to the server.
      onChunk: (recording) => push({ id: newId(), recording }),
      onBroken: () => void recover(),
    });
    store.set((state) => ({ ...state, status: "recording" }));
  }

  function stopRecording(): void {
    recorder?.stop();
    queue?.stop();
    recorder = undefined;
    queue = undefined;
  }

  function rest(): void {
    stopRecording();
    if (stream === undefined) return;
    isUnheard = true;
    store.set((state) => ({ ...state, status: "unheard" }));
  }

  async function open(): Promise<void> {
    const opened = await acquire();
    if (opened === undefined) return;
    if (stream !== undefined) releaseMicrophone(stream);
    hold(opened);
  }

  /** Opens a microphone again; a recording goes on in it before it ends in the old one. */
  async function reopen(): Promise<void> {
    const opened = await acquire();
    if (opened === undefined) return;
    const before = { recorder, stream };
    hold(opened);
    if (queue !== undefined) startRecording();
    before.recorder?.finish();
    if (before.stream !== undefined) releaseMicrophone(before.stream);
  }

  /** The microphone was unplugged or its recorder broke: another one may do. */
  async function recover(): Promise<void> {
    try {
      await reopen();
    } catch (error) {
      console.warn("The microphone broke off", error);
      close();
      store.set((state) => ({ ...state, status: "lost" }));
    }
  }

  function close(): void {
    turn += 1;
    stopRecording();
    isUnheard = false;
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
      isUnheard = false;
      queue = createTranscribing(callId, { onTranscript, onUnheard: rest });
      startRecording();
    },
    rest,
    close,
    async choose(deviceId) {
      keepMicrophone(deviceId);
      store.set((state) => ({ ...state, deviceId }));
      if (stream !== undefined) await recover();
    },
  };
}

/** A UUID of version 4; `crypto.randomUUID` is missing in a page that came over plain http. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const at = (index: number) => bytes[index] ?? 0;
  bytes[6] = (at(6) & 0x0f) | 0x40;
  bytes[8] = (at(8) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The failures of a transcription are only logged, as the specification says. */
function createTranscribing(
  callId: string | undefined,
  { onTranscript, onUnheard }: { onTranscript: (heard: Transcribed) => void; onUnheard: () => void },
): UploadQueue<Chunk> {
  return createUploadQueue<Chunk, Transcribed>({
    async send({ id, recording }, before) {
      const audio = await encodeBase64(recording);
      const { transcript, confidence } = await call(transcribeAudio, {
        body: {
          audio,
          mimeType: recording.type,
          chunkId: id,
          ...(before !== undefined && { afterChunkId: before.id }),
          ...(callId !== undefined && { callId }),
        },
      });
      return { id, transcript, confidence };
    },
    accept: (heard) => {
      if (heard.transcript.trim() !== "") onTranscript(heard);
    },
    mayRetry: isPassing,
    refuse: (error) => {
      if (error instanceof RequestError && error.code === "STT_NOT_CONFIGURED") onUnheard();
      else console.warn(`A recording was not transcribed: ${String(error)}`);
    },
  });
}

/** Whether the recording itself was not judged: the network, the database or a proxy was in the way. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { kind, code, status = 0 } = error;
  if (kind === "network" || kind === "timeout") return true;
  // A code that is none of ours is a proxy's: then the status alone says something.
  const own = ErrorCode.safeParse(code).data;
  return own === undefined ? status >= 500 : passingCodes.has(own);
}

const passingCodes: ReadonlySet<ErrorCode> = new Set(["RATE_LIMITED", "SERVER_BUSY", "DATABASE_UNAVAILABLE"]);
