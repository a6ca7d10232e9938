import { type ConnectionHandlers, type ConnectionTimings, RecognizerFault } from "../recognizer.ts";
import { createInterims, type InterimPause } from "./interims.ts";
import { createLeg, type Leg, type Transcriber } from "./leg.ts";
import { openRealtime, RealtimeFault, type RealtimeSession } from "./realtime.ts";
import type { Requests, Server } from "./requests.ts";
import { byRequests, bySession, type TranscriberHandlers } from "./transcribers.ts";
import type { Ways } from "./ways.ts";

/** What all connections to a server share. */
export interface Shared {
  server: Server;
  requests: Requests;
  ways: Ways;
  interimPause: InterimPause;
}

interface OpeningDeps {
  shared: Shared;
  timings: ConnectionTimings;
  onMessage: ConnectionHandlers["onMessage"];
  /** The text of an utterance has come. */
  onSpoken(): void;
  /** The connection cannot go on. */
  onFault(thrown: unknown): void;
  /** Aborted when the connection ends. */
  signal: AbortSignal;
}

export interface Opened {
  legs: readonly Leg[];
  sessions: readonly RealtimeSession[];
}

/** What the models were trained on. */
const requestRate = 16_000;
/** Statuses of an utterance that the server cannot read. */
const unreadable = new Set([400, 413, 415, 422]);
/** vLLM's code of a model that it does not have. */
const modelIsUnknown = "model_not_found";
const channels = [0, 1] as const;

/**
 * Opens both legs by the first way that the server has.
 * @throws RealtimeFault, RecognizerFault
 */
export async function openLegs(deps: OpeningDeps): Promise<Opened> {
  const { ways } = deps.shared;
  for (;;) {
    const way = ways.current();
    if (way === "requests") return openByRequests(deps);
    try {
      const opened = await openSessions(deps, way.query);
      ways.confirm();
      return opened;
    } catch (thrown) {
      if (!(thrown instanceof RealtimeFault)) throw thrown;
      if (thrown.isDoubt) ways.doubt(way);
      if (!thrown.isRefusal) throw thrown;
      ways.refuse(way);
    }
  }
}

/** The legs that are being made: an answer finds its leg here. */
function createLegs({ shared, onMessage, onSpoken, signal }: OpeningDeps) {
  const legs: Leg[] = [];
  const handlersOf = (channel: 0 | 1): TranscriberHandlers => ({
    onInterim: (text, confidence) => legs[channel]?.interim(text, confidence),
    onSpoken(spoken) {
      if (signal.aborted) return;
      legs[channel]?.answer(spoken);
      onSpoken();
    },
  });
  return {
    handlersOf,

    interimsOf: (channel: 0 | 1, rate: number) =>
      createInterims({
        ...{ rate, signal, requests: shared.requests, pause: shared.interimPause },
        onText: ({ text, confidence }) => handlersOf(channel).onInterim(text, confidence),
      }),

    async make(rate: number, transcribers: readonly Transcriber[]): Promise<readonly Leg[]> {
      const made = transcribers.map((transcriber, index) =>
        createLeg({ channel: index === 0 ? 0 : 1, rate, transcriber, onMessage }),
      );
      legs.push(...(await Promise.all(made)));
      return legs;
    },
  };
}

async function openByRequests(deps: OpeningDeps): Promise<Opened> {
  const { shared, timings, onFault, signal } = deps;
  const { requests } = shared;
  const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timings.mute)]);
  await requests.reach(limited());
  const legs = createLegs(deps);
  let hasAnswered = false;
  const transcribers = channels.map((channel) => {
    const handlers = legs.handlersOf(channel);
    return byRequests({
      ...{ requests, rate: requestRate, interims: legs.interimsOf(channel, requestRate), signal: limited },
      onSpoken(spoken) {
        hasAnswered = true;
        handlers.onSpoken(spoken);
      },
      onFault(thrown) {
        if (signal.aborted) return;
        const isUnreadable = thrown instanceof RecognizerFault && unreadable.has(thrown.status ?? 0);
        // Where the server reads others, one utterance is no reason to give the call up.
        if (hasAnswered && isUnreadable) handlers.onSpoken({ text: "", confidence: 0 });
        else onFault(thrown);
      },
    });
  });
  return { legs: await legs.make(requestRate, transcribers), sessions: [] };
}

async function openSessions(deps: OpeningDeps, query: string): Promise<Opened> {
  const { shared, onMessage, onFault, signal } = deps;
  const legs = createLegs(deps);
  const attempt = new AbortController();
  const sessions: RealtimeSession[] = [];
  const transcribers = channels.map((channel) => bySession(legs.handlersOf(channel)));

  async function open(channel: 0 | 1): Promise<RealtimeSession> {
    const transcriber = transcribers[channel];
    const session = await openRealtime(
      shared.server,
      query,
      {
        onDelta: (text) => transcriber?.onDelta(text),
        onInterim: (text) => transcriber?.onInterim(text),
        onDone: (text) => transcriber?.onDone(text),
        onGarbage: () => onMessage({ kind: "garbage" }),
        onFailed(code) {
          // Without an utterance an error has no consequence.
          if (code === modelIsUnknown) onFault(new RealtimeFault(false, { status: 404 }));
          else if (transcriber?.isBusy()) onFault(new RealtimeFault(false));
        },
        onClose: (code) => attempt.signal.aborted || onFault(new RealtimeFault(false, { cause: { code } })),
      },
      AbortSignal.any([signal, attempt.signal]),
    );
    sessions.push(session);
    if (attempt.signal.aborted) session.close();
    transcriber?.use(session, legs.interimsOf(channel, session.rate));
    return session;
  }

  try {
    const [session] = await Promise.all([open(0), open(1)]);
    return {
      legs: await legs.make(
        session.rate,
        transcribers.map(({ transcriber }) => transcriber),
      ),
      sessions,
    };
  } catch (thrown) {
    attempt.abort();
    for (const session of sessions) session.close();
    throw thrown;
  }
}
