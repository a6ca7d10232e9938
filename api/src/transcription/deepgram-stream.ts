import { DeepgramClient } from "@deepgram/sdk";
import type { Config } from "../config.ts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { backoff, jittered, pause } from "../scheduling/backoff.ts";
import { isFinalClose, readMessage } from "./deepgram-messages.ts";
import { channelCount, createReplayBuffer, sampleRate } from "./replay-buffer.ts";
import { createStreamCounters, type StreamCounters } from "./stream-counters.ts";

/** A piece of speech of one channel: 0 is the client, 1 the agent. */
export interface Piece {
  channel: 0 | 1;
  text: string;
  confidence: number;
  isFinal: boolean;
  /** Counts the channel's finals: an interim piece bears the number of the final one that it becomes. */
  index: number;
  /** Milliseconds from the first byte of the call, over all connections. */
  startMs: number;
  endMs: number;
}

export interface StreamHandlers {
  onPiece(piece: Piece): void;
  /** `monitoring`: connected and listening; `down` with the reason; `ready`: the stream ended as it should. */
  onStatus(status: "monitoring" | "down" | "ready", detail?: string): void;
}

export interface RecognizerStream {
  /** The next block: 100 ms of interleaved mu-law of both channels, 8 kHz. Copies it, and never throws. */
  send(block: Buffer): void;
  /** Waits for the last results, 5 s at most, connecting again for them where it must. */
  finish(): Promise<void>;
}

/** In milliseconds. */
const usualTimings = {
  /** Waits between connections, doubled from the first to the last. */
  firstWait: 250,
  lastWait: 5000,
  /** How long a connection may say nothing to the audio that it gets. */
  mute: 10_000,
  /** The recognizer hangs up after ten silent seconds. */
  keepAlive: 4000,
  finish: 5000,
};

interface StreamsDeps {
  config: Config;
  log: Logger;
  metrics: Metrics;
  timings?: Partial<typeof usualTimings>;
}

type Socket = Awaited<ReturnType<DeepgramClient["listen"]["v1"]["connect"]>>;

/** WebSocket's number for a connection that is open. */
const openState = 1;
const connectSeconds = 4;
/** A minute of audio that the recognizer does not take. */
const bufferedMax = 60 * sampleRate * channelCount;

/**
 * Streaming recognition that survives its connections. The SDK's own reconnection loses frames and opens
 * sessions after the call's end (seen in 5.13), so it is off, and this keeps what was not answered for and sends
 * it again. Undefined without a key.
 */
export function createRecognizerStreams(deps: StreamsDeps) {
  const { config, metrics, timings } = deps;
  const { DEEPGRAM_API_KEY: apiKey, DEEPGRAM_URL: baseUrl } = config;
  if (apiKey === undefined) return undefined;
  const client = new DeepgramClient({ apiKey, ...(baseUrl && { baseUrl }) });
  const counters = createStreamCounters(metrics);

  return {
    open(handlers: StreamHandlers, keyterm: string[] = []): RecognizerStream {
      return openStream({
        ...deps,
        client,
        counters,
        handlers,
        keyterm,
        timings: { ...usualTimings, ...timings },
      });
    },
  };
}

export type RecognizerStreams = ReturnType<typeof createRecognizerStreams>;

interface StreamDeps extends Omit<StreamsDeps, "timings"> {
  timings: typeof usualTimings;
  client: DeepgramClient;
  counters: StreamCounters;
  handlers: StreamHandlers;
  keyterm: string[];
}

function openStream(deps: StreamDeps): RecognizerStream {
  const { config, log, client, counters, handlers, keyterm, timings } = deps;
  const buffer = createReplayBuffer();
  const finals = [0, 0];
  const stopped = new AbortController();
  /** The connection of the moment, and the same once it is open. */
  let connecting: Socket | undefined;
  let socket: Socket | undefined;
  let offsetMs = 0;
  let finishing = false;
  let refusedAs: string | undefined;
  let answered = false;
  let sentAt = 0;
  let askedAt: number | undefined;

  const running = run().catch((err: unknown) => {
    log.error({ err }, "a recognizer stream broke off");
    handlers.onStatus("down", "the recognizer cannot be used");
  });

  async function run(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      answered = false;
      const closing = await connection();
      if (finishing && (closing.clean || buffer.isEmpty())) break;
      if (refusedAs !== undefined || isFinalClose(closing)) {
        log.error({ code: closing.code, refusedAs, err: closing.error }, "the recognizer refuses this call");
        handlers.onStatus("down", refusedAs ?? "the recognizer refused the connection");
        return;
      }
      counters.drops.inc();
      handlers.onStatus("down", "the connection to the recognizer was lost; it is being restored");
      // A connection that answered was a good one: the next failure is a first one again.
      if (answered) attempt = 0;
      await pause(jittered(backoff(attempt, timings)), stopped.signal);
    }
    handlers.onStatus("ready");
  }

  /** One connection from its opening to its end. */
  async function connection(): Promise<{ code: number; clean: boolean; error?: Error }> {
    const opening = await client.listen.v1.connect({
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
      ...(keyterm.length > 0 && { keyterm }),
      reconnectAttempts: 0,
      connectionTimeoutInSeconds: connectSeconds,
    });
    connecting = opening;
    return new Promise((resolve) => {
      let error: Error | undefined;
      const watch = setInterval(() => look(opening), Math.min(timings.keepAlive, timings.mute) / 4);
      opening.on("open", () => {
        counters.open.inc();
        socket = opening;
        resume(opening);
      });
      opening.on("message", hear);
      opening.on("error", (thrown) => {
        error = thrown;
      });
      opening.on("close", ({ code }) => {
        if (socket === opening) counters.open.dec();
        socket = undefined;
        clearInterval(watch);
        // The SDK tells the close of a failed connection before its error.
        setImmediate(() =>
          resolve({ code, clean: finishing && code === 1000 && !error, ...(error && { error }) }),
        );
      });
      opening.connect();
    });
  }

  /** Each connection counts its time from its own first byte. */
  function resume(open: Socket): void {
    const { startMs, blocks } = buffer.replay();
    offsetMs = startMs;
    askedAt = undefined;
    if (blocks.length > 0) counters.replayed.inc(blocks.length);
    for (const block of blocks) transmit(open, block);
    sentAt = Date.now();
    handlers.onStatus("monitoring");
    if (finishing) hangUp(open);
  }

  /** What was said last is made final at once, then the recognizer closes; closing it here would lose that. */
  function hangUp(open: Socket): void {
    open.sendFinalize({ type: "Finalize" });
    open.sendCloseStream({ type: "CloseStream" });
  }

  function transmit(open: Socket, bytes: Buffer): void {
    open.sendMedia(bytes);
    sentAt = Date.now();
    askedAt ??= sentAt;
  }

  /** Keeps an idle connection alive, and gives up one that takes audio and says nothing. */
  function look(open: Socket): void {
    // One that is closing is still the connection of the moment, and would throw at whatever it is given.
    if (socket !== open || open.readyState !== openState) return;
    const now = Date.now();
    const isMute = askedAt !== undefined && now - askedAt > timings.mute;
    if (isMute || open.socket.bufferedAmount > bufferedMax) open.close();
    else if (now - sentAt >= timings.keepAlive) {
      open.sendKeepAlive({ type: "KeepAlive" });
      sentAt = now;
    }
  }

  function hear(message: unknown): void {
    askedAt = undefined;
    const heard = readMessage(message);
    if (heard.kind === "refusal") refusedAs = heard.code;
    else if (heard.kind === "garbage") counters.garbage.inc();
    if (heard.kind !== "result" || heard.channel > 1) return;
    answered = true;
    const channel = heard.channel === 0 ? 0 : 1;
    const { text, confidence, isFinal } = heard;
    const index = finals[channel] ?? 0;
    if (text !== "") {
      const [startMs, endMs] = [offsetMs + heard.startMs, offsetMs + heard.endMs];
      handlers.onPiece({ channel, text, confidence, isFinal, index, startMs, endMs });
    }
    if (!isFinal) return;
    if (text !== "") finals[channel] = index + 1;
    buffer.confirm(channel, offsetMs + heard.endMs);
  }

  return {
    send(block) {
      if (finishing || stopped.signal.aborted) return;
      const droppedMs = buffer.add(block);
      // The state of the connection itself, which may be ahead of its events.
      if (socket?.readyState === openState) transmit(socket, buffer.newest());
      else counters.lost.inc(droppedMs / 1000);
    },
    async finish() {
      finishing = true;
      if (socket?.readyState === openState) hangUp(socket);
      const limit = setTimeout(() => {
        stopped.abort();
        connecting?.close();
      }, timings.finish);
      await running;
      clearTimeout(limit);
    },
  };
}
