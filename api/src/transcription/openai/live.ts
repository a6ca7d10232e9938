import { clock } from "../../clock.ts";
import {
  type Closing,
  type ConnectionHandlers,
  type ConnectionTimings,
  downTextOf,
  type RecognizerConnection,
  RecognizerFault,
} from "../recognizer.ts";
import { blockSamples, channelCount } from "../replay-buffer.ts";
import { type Opened, openLegs, type Shared } from "./opening.ts";
import { RealtimeFault } from "./realtime.ts";

/** Statuses that another connection would get too. */
const finalStatuses = new Set([400, 401, 402, 403, 404, 405, 415, 422]);

/** A leg's samples of the block that is sent. */
const leg = Buffer.alloc(blockSamples);

/** One connection of a call: each leg is a stream of its own, over a live session or by requests. */
export function connectLive(
  shared: Shared,
  { onOpen, onMessage }: ConnectionHandlers,
  timings: ConnectionTimings,
): RecognizerConnection {
  const ending = new AbortController();
  let opened: Opened = { legs: [], sessions: [] };
  let isFinishing = false;
  let resolve: (closing: Closing) => void;
  const closed = new Promise<Closing>((resolved) => {
    resolve = resolved;
  });
  let pingedAt = clock.ms();
  const timer = setInterval(watch, Math.min(timings.keepAlive, timings.mute) / 4);

  function end(closing: Closing): void {
    if (ending.signal.aborted) return;
    ending.abort();
    clearInterval(timer);
    closeAll(opened);
    opened = { legs: [], sessions: [] };
    resolve(closing);
  }

  function endWhereFinished(): void {
    if (isFinishing && opened.legs.every((each) => each.isEmpty())) end({ code: 1000, isFinal: false });
  }

  /** Ends a connection that is broken without saying so. */
  function watch(): void {
    const now = clock.ms();
    const isMute = opened.legs.some((each) => now - (each.askedAt() ?? now) > timings.mute);
    if (isMute || opened.sessions.some((session) => !session.isTaking())) {
      end(closingOf(new Error("The recognizer sends or takes nothing")));
    } else if (now - pingedAt >= timings.keepAlive) {
      pingedAt = now;
      for (const session of opened.sessions) session.ping();
    }
  }

  const connection: RecognizerConnection = {
    isOpen: () => opened.legs.length > 0,
    send(block) {
      for (const [channel, each] of opened.legs.entries()) {
        for (let sample = 0; sample < blockSamples; sample++)
          leg[sample] = block[sample * channelCount + channel] ?? 0;
        each.push(leg);
      }
    },
    finish() {
      isFinishing = true;
      for (const each of opened.legs) each.finish();
      endWhereFinished();
    },
    close: () => end({ code: 1000, isFinal: false }),
    closed,
  };

  openLegs({
    ...{ shared, timings, onMessage, signal: ending.signal },
    onSpoken: endWhereFinished,
    onFault: (thrown) => end(closingOf(thrown)),
  })
    .then((legs) => {
      if (ending.signal.aborted) return closeAll(legs);
      opened = legs;
      onOpen(connection);
    })
    .catch((thrown: unknown) => end(closingOf(thrown)));
  return connection;
}

function closeAll({ legs, sessions }: Opened): void {
  for (const each of [...legs, ...sessions]) each.close();
}

function closingOf(thrown: unknown): Closing {
  const isFault = thrown instanceof RecognizerFault || thrown instanceof RealtimeFault;
  const { status, waitMs } = isFault ? thrown : { status: undefined, waitMs: undefined };
  return {
    code: 1011,
    error: thrown instanceof Error ? thrown : new Error("The recognizer failed", { cause: thrown }),
    isFinal: status !== undefined && finalStatuses.has(status),
    detail: isFault ? downTextOf(status) : undefined,
    waitMs,
  };
}
