import { isDiskFull } from "../disk-full.ts";
import { createRegisteredMetrics, type Metrics } from "../http/metrics.ts";

export interface Poller {
  /** For the metrics. */
  name: string;
  everyMs: number;
  /** Whether it looks for what is usually announced: then it looks less and less often while nothing happens. */
  backsOff?: boolean;
  /** @returns, of one that backs off, whether it has found anything */
  task(): Promise<unknown>;
  /** Called with the task's error; the next run follows as usual. */
  failed(thrown: unknown): void;
}

interface Running extends Poller {
  waitMs: number;
  /** When it runs next, as `performance.now()` counts; infinite while it runs. */
  nextAt: number;
  /** When work is due that the poller has been told of. */
  wantedAt: number;
  run: Promise<void> | undefined;
}

/** How many times as long the intervals get while nothing happens. */
const idleFactor = 8;

export type Pollers = ReturnType<typeof createPollers>;

/**
 * All that this process does again and again, by one timer. A task never runs twice at once. It does not keep the process
 * alive.
 */
export function createPollers(metrics: Metrics) {
  const { counter } = createRegisteredMetrics(metrics);
  const runs = counter("souffleur_polls_total", "Runs of what the process does regularly", ["poller"]);
  const running = new Set<Running>();
  let timer: NodeJS.Timeout | undefined;

  function setTimer(): void {
    clearTimeout(timer);
    const nextAt = Math.min(...[...running].map((poller) => poller.nextAt));
    if (nextAt !== Number.POSITIVE_INFINITY)
      timer = setTimeout(runDue, Math.max(0, nextAt - performance.now())).unref();
  }

  function runDue(): void {
    const now = performance.now();
    for (const poller of running) if (poller.nextAt <= now) begin(poller, now);
    setTimer();
  }

  function begin(poller: Running, now: number): void {
    poller.nextAt = Number.POSITIVE_INFINITY;
    if (poller.wantedAt <= now) poller.wantedAt = Number.POSITIVE_INFINITY;
    runs.inc({ poller: poller.name });
    poller.run = poller
      .task()
      .then(
        (found) => {
          const isIdle = poller.backsOff === true && found !== true;
          poller.waitMs = isIdle ? Math.min(2 * poller.waitMs, idleFactor * poller.everyMs) : poller.everyMs;
        },
        // What fails each second on a full disk would fill it again with the log.
        (thrown: unknown) => (isDiskFull() ? undefined : poller.failed(thrown)),
      )
      .finally(() => {
        poller.run = undefined;
        poller.nextAt = Math.max(performance.now(), Math.min(now + poller.waitMs, poller.wantedAt));
        setTimer();
      });
  }

  return {
    /** A poller that does not run until it is started. */
    add(poller: Poller) {
      let own: Running | undefined;
      return {
        start(): void {
          const { everyMs: waitMs } = poller;
          const wantedAt = Number.POSITIVE_INFINITY;
          own = { ...poller, waitMs, nextAt: performance.now() + waitMs, wantedAt, run: undefined };
          running.add(own);
          setTimer();
        },
        /** Has it look in so many ms at the latest, since something is due then. */
        lookIn(ms: number): void {
          if (own === undefined) return;
          own.wantedAt = Math.min(own.wantedAt, performance.now() + Math.max(0, ms));
          if (own.run !== undefined) return;
          own.nextAt = Math.min(own.nextAt, own.wantedAt);
          setTimer();
        },
        /** Resolves when no run is under way; the task does not run again. */
        async stop(): Promise<void> {
          if (own === undefined) return;
          running.delete(own);
          setTimer();
          await own.run;
        },
      };
    },

    /** Something has happened that may have left work: those that have backed off look again at their intervals. */
    happened(): void {
      let isChanged = false;
      for (const poller of running) {
        if (poller.waitMs === poller.everyMs) continue;
        poller.waitMs = poller.everyMs;
        poller.nextAt = Math.min(poller.nextAt, performance.now() + poller.everyMs);
        isChanged = true;
      }
      if (isChanged) setTimer();
    },
  };
}
