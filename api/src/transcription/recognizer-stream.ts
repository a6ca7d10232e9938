import { downTexts } from "@souffleur/contracts/service-texts";
import type { Logger } from "../http/logger.ts";
import type { Metrics } from "../http/metrics.ts";
import { backoff, jittered, pause } from "../scheduling/backoff.ts";
import type { Closing, Recognizer, RecognizerConnection, RecognizerMessage } from "./recognizer.ts";
import { createReplayBuffer } from "./replay-buffer.ts";
import { createStreamCounters, type StreamCounters } from "./stream-counters.ts";

/** A piece of speech of one channel: 0 is the client, 1 the agent. */
export interface Piece {
  channel: 0 | 1;
  /** Empty where the recognizer has taken back the interim text of this piece. */
  text: string;
  confidence: number;
  isFinal: boolean;
  /** The number of the channel's final pieces before it; an interim piece has that of the final one it becomes. */
  index: number;
  /** When it was said; undefined where the recognizer did not say. */
  spoken: { from: Date; to: Date } | undefined;
}

type RecognizerResult = Extract<RecognizerMessage, { kind: "result" }>;

interface StreamHandlers {
  onPiece(piece: Piece): void;
  /** `monitoring`: connected and listening; `down`, with the reason; `ready`: the stream ended normally. */
  onStatus(status: "monitoring" | "down" | "ready", detail?: string): void;
}

/** In milliseconds. */
const usualTimings = {
  /** Waits between connections, doubled from the first to the last. */
  firstWait: 250,
  lastWait: 5000,
  /** However long a recognizer asks for: audio is kept as long. */
  longestWait: 30_000,
  mute: 10_000,
  keepAlive: 4000,
  finish: 5000,
};

interface StreamsDeps {
  recognizer: Recognizer;
  log: Logger;
  metrics: Metrics;
  timings?: Partial<typeof usualTimings>;
}

/** Live recognition across reconnections: audio that no final result covers yet is kept and sent again. */
export function createRecognizerStreams({ recognizer, log, metrics, timings }: StreamsDeps) {
  const counters = createStreamCounters(metrics, recognizer.provider);

  return {
    open: (handlers: StreamHandlers) =>
      openStream({ recognizer, log, counters, handlers, timings: { ...usualTimings, ...timings } }),
  };
}

export type RecognizerStreams = ReturnType<typeof createRecognizerStreams>;

interface StreamDeps extends Pick<StreamsDeps, "recognizer" | "log"> {
  timings: typeof usualTimings;
  counters: StreamCounters;
  handlers: StreamHandlers;
}

function openStream(deps: StreamDeps) {
  const { recognizer, log, counters, handlers, timings } = deps;
  const buffer = createReplayBuffer();
  const pieces = createPieces(buffer, handlers);
  const stopped = new AbortController();
  let connection: RecognizerConnection | undefined;
  let finishing = false;
  let refusedAs: string | undefined;
  let answered = false;

  const running = run().catch((err: unknown) => {
    log.error({ err }, "a recognizer stream broke off");
    handlers.onStatus("down", downTexts.recognizerFailed);
  });

  async function run(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      answered = false;
      const closing = await connect();
      pieces.takeBack();
      const isClean = closing.code === 1000 && !closing.error;
      if (finishing && (isClean || buffer.isEmpty())) break;
      if (refusedAs !== undefined || closing.isFinal) {
        log.error({ code: closing.code, refusedAs, err: closing.error }, "the recognizer refuses this call");
        handlers.onStatus("down", refusedAs ?? closing.detail ?? downTexts.recognizerRefuses);
        return;
      }
      counters.drops.inc();
      handlers.onStatus("down", closing.detail ?? downTexts.recognizerIsLost);
      // The backoff starts again after a connection that answered.
      if (answered) attempt = 0;
      const waitMs = Math.min(closing.waitMs ?? 0, timings.longestWait);
      await pause(Math.max(waitMs, jittered(backoff(attempt, timings))), stopped.signal);
    }
    handlers.onStatus("ready");
  }

  async function connect(): Promise<Closing> {
    let isCounted = false;
    connection = await recognizer.connect(
      {
        onOpen(opened) {
          isCounted = true;
          counters.open.inc();
          replay(opened);
        },
        onMessage: receive,
      },
      timings,
    );
    const closing = await connection.closed;
    if (isCounted) counters.open.dec();
    return closing;
  }

  /** Sends the unconfirmed audio again; each connection counts its time from its own first byte. */
  function replay(opened: RecognizerConnection): void {
    const { startMs, blocks } = buffer.replay();
    pieces.startAt(startMs);
    if (blocks.length > 0) counters.replayed.inc(blocks.length);
    for (const block of blocks) opened.send(block);
    handlers.onStatus("monitoring");
    if (finishing) opened.finish();
  }

  function receive(received: RecognizerMessage): void {
    if (received.kind === "refusal") refusedAs = received.code;
    else if (received.kind === "garbage") counters.garbage.inc();
    else if (received.kind === "silence") pieces.cover(received.channel, received.coveredMs);
    else if (received.kind === "behind") {
      counters.lost.inc(received.lostMs / 1000);
      if (received.lostMs === 0) handlers.onStatus("monitoring");
      else handlers.onStatus("down", downTexts.recognizerIsFull);
    }
    if (received.kind !== "result" || received.channel > 1) return;
    answered = true;
    pieces.add(received);
  }

  return {
    /** Sends the next block: 100 ms of interleaved mu-law of both channels, 8 kHz. Copies it, and never throws. */
    send(block: Buffer): void {
      if (finishing || stopped.signal.aborted) return;
      const droppedMs = buffer.add(block);
      if (connection?.isOpen()) connection.send(buffer.newest());
      else counters.lost.inc(droppedMs / 1000);
    },
    /** Waits for the last results, for 5 s at most, and connects again for them if necessary. */
    async finish(): Promise<void> {
      finishing = true;
      if (connection?.isOpen()) connection.finish();
      const limit = setTimeout(() => {
        stopped.abort();
        connection?.close();
      }, timings.finish);
      await running;
      clearTimeout(limit);
    },
  };
}

/** Makes the pieces of a call from the results of its connections. */
function createPieces(
  buffer: ReturnType<typeof createReplayBuffer>,
  { onPiece }: Pick<StreamHandlers, "onPiece">,
) {
  const finals = [0, 0];
  /** Whether interim text of each channel is shown. */
  const isShown = [false, false];
  /** When the connection's audio starts, in the time of the call. */
  let offsetMs = 0;

  function heard({ spoken }: RecognizerResult): Piece["spoken"] {
    return (
      spoken && {
        from: new Date(buffer.heardAt(offsetMs + spoken.startMs)),
        to: new Date(buffer.heardAt(offsetMs + spoken.endMs)),
      }
    );
  }

  /** Takes back interim text that will not become a line. */
  function takeBack(channel: 0 | 1): void {
    if (!isShown[channel]) return;
    isShown[channel] = false;
    const index = finals[channel] ?? 0;
    onPiece({ channel, text: "", confidence: 0, isFinal: false, index, spoken: undefined });
  }

  return {
    startAt(ms: number): void {
      offsetMs = ms;
    },

    /** Nothing was spoken up to here, in the time of the connection. */
    cover: (channel: number, ms: number) => buffer.confirm(channel, offsetMs + ms),

    add(result: RecognizerResult): void {
      const channel = result.channel === 0 ? 0 : 1;
      const { text, confidence, isFinal, coveredMs } = result;
      const index = finals[channel] ?? 0;
      if (text === "") takeBack(channel);
      else {
        onPiece({ channel, text, confidence, isFinal, index, spoken: heard(result) });
        isShown[channel] = !isFinal;
      }
      if (!isFinal) return;
      if (text !== "") finals[channel] = index + 1;
      buffer.confirm(channel, offsetMs + coveredMs);
    },

    takeBack(): void {
      takeBack(0);
      takeBack(1);
    },
  };
}
