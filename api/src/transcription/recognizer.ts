import { downTexts } from "@souffleur/contracts/service-texts";
import type { Config } from "../config.ts";
import { textIn } from "../texts/texts.ts";
import type { Audio } from "./audio.ts";

/** What the folder of a vendor exports. */
export interface Vendor {
  /** The name of the model that is asked for. */
  modelOf(config: Config): string;
  /** Connects to nothing yet. @returns undefined where the vendor is not configured */
  create(config: Config): Recognizer | undefined;
}

/** A service that turns speech into text, recorded and live. */
export interface Recognizer {
  /** Its `STT_PROVIDER`, for the metrics. */
  provider: string;
  /** Loads the vendor's client, which blocks the process for a while. */
  load(): Promise<void>;
  /** @throws RecognizerFault */
  transcribe(audio: Audio): Promise<Transcript>;
  /** Begins one live connection, which ends where it fails; the caller opens the next one. @throws where the client cannot be loaded */
  connect(handlers: ConnectionHandlers, timings: ConnectionTimings): Promise<RecognizerConnection>;
}

/** What is heard in a recorded chunk. */
export interface Transcript {
  /** Empty where there is no speech. */
  transcript: string;
  /** From 0 to 1. */
  confidence: number;
  /** How long before the end of the recording the words begin and end, in milliseconds; undefined where that is unknown. */
  before?: { startMs: number; endMs: number } | undefined;
}

/** A recorded chunk was not transcribed. */
export class RecognizerFault extends Error {
  /** The HTTP status of its answer: 400 for audio that it can't decode. Undefined without an answer. */
  readonly status: number | undefined;
  /** For how long it wants to get nothing. */
  readonly waitMs: number | undefined;

  constructor(status: number | undefined, cause: unknown, waitMs?: number) {
    super("The recognizer did not transcribe", { cause });
    this.status = status;
    this.waitMs = waitMs;
  }
}

/** What an answer of this status says about the recognizer, for the log and the screen. Undefined without an answer. */
export function downTextOf(status: number | undefined): string {
  if (status === 401 || status === 402 || status === 403) return downTexts.recognizerRefusesKey;
  if (status === 429 || status === 503) return downTexts.recognizerIsFull;
  if (status === undefined) return downTexts.recognizerIsAway;
  return textIn("en", downTexts.recognizerAnswered, { status });
}

/** In milliseconds. */
export interface ConnectionTimings {
  /** How long the recognizer may send nothing after audio. */
  mute: number;
  /** The interval of the messages that keep a connection without audio alive. */
  keepAlive: number;
}

export interface ConnectionHandlers {
  onOpen(connection: RecognizerConnection): void;
  onMessage(message: RecognizerMessage): void;
}

export interface RecognizerConnection {
  /** The state of the socket itself, which may be ahead of its events. */
  isOpen(): boolean;
  /** Sends a block of 100 ms of interleaved mu-law of both channels, 8 kHz. */
  send(block: Buffer): void;
  /** Has the recognizer send its last results and then close; closing the connection here would lose them. */
  finish(): void;
  close(): void;
  closed: Promise<Closing>;
}

/** How a connection ended. */
export interface Closing {
  code: number;
  error?: Error;
  /** Whether another connection would end in the same way. */
  isFinal: boolean;
  /** Why, for the screen. */
  detail?: string | undefined;
  /** For how long the recognizer wants no other connection. */
  waitMs?: number | undefined;
}

/** A message of a live connection. Times are relative to its first byte. */
export type RecognizerMessage =
  | {
      kind: "result";
      channel: number;
      /** Where the words begin and end; undefined where that is unknown. */
      spoken: { startMs: number; endMs: number } | undefined;
      /** Up to where the audio is recognized; 0 where that is unknown. */
      coveredMs: number;
      isFinal: boolean;
      text: string;
      /** From 0 to 1. */
      confidence: number;
    }
  /** Nothing was spoken on a channel up to here, which was found out without the recognizer. */
  | { kind: "silence"; channel: number; coveredMs: number }
  /** The recognizer is too slow: speech of this length is lost; 0 where it has caught up. */
  | { kind: "behind"; lostMs: number }
  | { kind: "refusal"; code: string }
  /** A message that is not used here. */
  | { kind: "other" }
  | { kind: "garbage" };
