export interface Ticker {
  /** Resolves when no run is under way; the task does not run again. */
  stop(): Promise<void>;
}

/** A ticker that does not run until it is started. */
export function createTicker(...ticker: Parameters<typeof startTicker>) {
  let running: Ticker | undefined;
  return {
    start(): void {
      running = startTicker(...ticker);
    },
    async stop(): Promise<void> {
      await running?.stop();
    },
  };
}

/**
 * Runs a task at an interval, never twice at once. It does not keep the process alive.
 * @param failed called with the task's error; the next run follows as usual
 */
export function startTicker(
  everyMs: number,
  task: () => Promise<unknown>,
  failed: (thrown: unknown) => void,
): Ticker {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= task()
      .then(() => undefined, failed)
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
