import type { DeepgramClient } from "@deepgram/sdk";
import type { Config } from "../config.ts";
import type { Closing } from "./deepgram-messages.ts";
import { channelCount, sampleRate } from "./replay-buffer.ts";

interface ConnectionDeps {
  client: DeepgramClient;
  config: Config;
  keyterm: string[];
  timings: ConnectionTimings;
  onOpen(connection: DeepgramConnection): void;
  onMessage(message: unknown): void;
}

/** In milliseconds. */
export interface ConnectionTimings {
  /** How long a connection may send nothing after audio. */
  mute: number;
  /** The recognizer closes a connection after ten silent seconds. */
  keepAlive: number;
}

export interface DeepgramConnection {
  /** The state of the socket itself, which may be ahead of its events. */
  isOpen(): boolean;
  send(block: Buffer): void;
  /** The last speech is made final at once, then the recognizer closes; closing it here would lose that. */
  finish(): void;
  close(): void;
  closed: Promise<Closing>;
}

/** WebSocket's number for a connection that is open. */
const openState = 1;
const connectSeconds = 4;
/** A minute of audio that the recognizer does not take. */
const bufferedMax = 60 * sampleRate * channelCount;

/** One connection to the recognizer, from its opening to its end. */
export async function connectDeepgram(deps: ConnectionDeps): Promise<DeepgramConnection> {
  const { client, config, keyterm, timings, onOpen, onMessage } = deps;
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
    ...(keyterm.length > 0 && { keyterm }),
    reconnectAttempts: 0,
    connectionTimeoutInSeconds: connectSeconds,
  });
  let isOpened = false;
  let sentAt = 0;
  /** When audio was sent that no message has come after. */
  let askedAt: number | undefined;

  /** Keeps an idle connection alive, and closes one that takes audio and sends nothing. */
  function watch(): void {
    // A socket that is closing would throw at whatever it is given.
    if (!connection.isOpen()) return;
    const now = Date.now();
    const isMute = askedAt !== undefined && now - askedAt > timings.mute;
    if (isMute || socket.socket.bufferedAmount > bufferedMax) socket.close();
    else if (now - sentAt >= timings.keepAlive) {
      socket.sendKeepAlive({ type: "KeepAlive" });
      sentAt = now;
    }
  }

  const closed = new Promise<Closing>((resolve) => {
    let error: Error | undefined;
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
