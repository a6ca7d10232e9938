import type { DeepgramClient } from "@deepgram/sdk";
import type { Config } from "../config.ts";
import type { Closing } from "./deepgram-messages.ts";
import { channelCount, sampleRate } from "./replay-buffer.ts";

interface ConnectionDeps {
  client: DeepgramClient;
  config: Config;
  timings: ConnectionTimings;
  onOpen(connection: DeepgramConnection): void;
  onMessage(message: unknown): void;
}

/** In milliseconds. */
export interface ConnectionTimings {
  /** How long the recognizer may send nothing after audio. */
  mute: number;
  /** The interval of KeepAlive messages: the recognizer closes a connection after ten seconds without data. */
  keepAlive: number;
}

export interface DeepgramConnection {
  /** The state of the socket itself, which may be ahead of its events. */
  isOpen(): boolean;
  send(block: Buffer): void;
  /** Has the recognizer send its last results and then close; closing the connection here would lose them. */
  finish(): void;
  close(): void;
  closed: Promise<Closing>;
}

/** WebSocket's number for a connection that is open. */
const openState = 1;
const connectSeconds = 4;
/** A minute of unsent audio. */
const bufferedMax = 60 * sampleRate * channelCount;

/** One connection to the recognizer, from its opening to its end. */
export async function connectDeepgram(deps: ConnectionDeps): Promise<DeepgramConnection> {
  const { client, config, timings, onOpen, onMessage } = deps;
  const socket = await client.listen.v1.connect({
    model: config.STT_MODEL,
    language: config.STT_LANGUAGE,
    encoding: "mulaw",
    sample_rate: sampleRate,
    channels: channelCount,
    multichannel: "true",
    interim_results: "true",
    smart_format: "true",
    endpointing: 300,
    utterance_end_ms: 1000,
    vad_events: "true",
    mip_opt_out: config.DEEPGRAM_MIP_OPT_OUT ? "true" : "false",
    reconnectAttempts: 0,
    connectionTimeoutInSeconds: connectSeconds,
  });
  let isOpened = false;
  let sentAt = 0;
  /** When the first audio was sent after the last message. */
  let askedAt: number | undefined;
  let error: Error | undefined;

  /** Keeps an idle connection alive, and closes one that accepts audio and sends nothing. */
  function watch(): void {
    // Sending on a socket that is closing throws.
    if (!connection.isOpen()) return;
    const now = Date.now();
    const isMute = askedAt !== undefined && now - askedAt > timings.mute;
    if (isMute || socket.socket.bufferedAmount > bufferedMax) {
      // A close of our own has the code of a clean end.
      error = new Error("The recognizer sends or takes nothing");
      socket.close();
    } else if (now - sentAt >= timings.keepAlive) {
      socket.sendKeepAlive({ type: "KeepAlive" });
      sentAt = now;
    }
  }

  const closed = new Promise<Closing>((resolve) => {
    const timer = setInterval(watch, Math.min(timings.keepAlive, timings.mute) / 4);
    socket.on("open", () => {
      isOpened = true;
      onOpen(connection);
      sentAt = Date.now();
    });
    socket.on("message", (message) => {
      askedAt = undefined;
      onMessage(message);
    });
    socket.on("error", (thrown) => {
      error = thrown;
    });
    socket.on("close", ({ code }) => {
      isOpened = false;
      clearInterval(timer);
      // The SDK emits the close of a failed connection before its error.
      setImmediate(() => resolve({ code, ...(error && { error }) }));
    });
  });

  const connection: DeepgramConnection = {
    isOpen: () => isOpened && socket.readyState === openState,
    send(block) {
      socket.sendMedia(block);
      sentAt = Date.now();
      askedAt ??= sentAt;
    },
    finish() {
      socket.sendFinalize({ type: "Finalize" });
      socket.sendCloseStream({ type: "CloseStream" });
    },
    close: () => socket.close(),
    closed,
  };
  socket.connect();
  return connection;
}
