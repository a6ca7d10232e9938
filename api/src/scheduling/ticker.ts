export interface Ticker {
  /** After this the task does not run, and no run of it is under way. */
  stop(): Promise<void>;
}

/**
 * Runs a task every so many milliseconds, never twice at once, and keeps no process alive for it.
 * @param failed called with what the task throws; the next run follows as usual
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
