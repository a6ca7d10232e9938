export interface Ticker {
  /** Resolves when no run is under way; the task does not run again. */
  stop(): Promise<void>;
}

/**
 * Runs a task at an interval while something lasts, such as the renewal of a lease; never twice at once. It does not keep the
 * process alive. What a process does as long as it lives is a poller.
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
