/**
 * Runs a task at an interval, never twice at once; its timer does not keep the process running.
 * @param failed gets what the task threw; the next run comes all the same
 */
export function startTicker(task: () => Promise<void>, everyMs: number, failed: (err: unknown) => void) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= task()
      .catch(failed)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();
  return {
    /** Resolves when a run that is under way has ended. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
export type Ticker = ReturnType<typeof startTicker>;
