import type { DeepgramClient } from "@deepgram/sdk";
import { clock } from "../../clock.ts";
import type { Closing, ConnectionHandlers, ConnectionTimings, RecognizerConnection } from "../recognizer.ts";
import { channelCount, sampleRate } from "../replay-buffer.ts";
import { isFinalClose, readMessage } from "./messages.ts";

/** WebSocket's number for a connection that is open. */
const openState = 1;
const connectSeconds = 4;
/** A minute of unsent audio. */
const bufferedMax = 60 * sampleRate * channelCount;

/** One connection, from its opening to its end. The vendor closes one that is without data for ten seconds. */
export async function connectDeepgram(
  client: DeepgramClient,
  { mip_opt_out, ...asked }: { model: string; language: string; mip_opt_out: boolean },
  { onOpen, onMessage }: ConnectionHandlers,
  timings: ConnectionTimings,
): Promise<RecognizerConnection> {
  const socket = await client.listen.v1.connect({
    ...asked,
    encoding: "mulaw",
    sample_rate: sampleRate,
    channels: channelCount,
    multichannel: "true",
    interim_results: "true",
    smart_format: "true",
    endpointing: 300,
    utterance_end_ms: 1000,
    vad_events: "true",
    mip_opt_out: mip_opt_out ? "true" : "false",
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
    const now = clock.ms();
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
      sentAt = clock.ms();
    });
    socket.on("message", (message) => {
      askedAt = undefined;
      onMessage(readMessage(message));
    });
    socket.on("error", (thrown) => {
      error = thrown;
    });
    socket.on("close", ({ code }) => {
      isOpened = false;
      clearInterval(timer);
      // The SDK emits the close of a failed connection before its error.
      setImmediate(() => resolve({ code, ...(error && { error }), isFinal: isFinalClose(code, error) }));
    });
  });

  const connection: RecognizerConnection = {
    isOpen: () => isOpened && socket.readyState === openState,
    send(block) {
      socket.sendMedia(block);
      sentAt = clock.ms();
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
