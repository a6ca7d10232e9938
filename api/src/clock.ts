let stoppedAt: number | undefined;

/**
 * The clock of this process, and the one place that asks what time it is: whoever needs the time asks here, and tests can
 * move all of it at once. How long something takes is measured with `performance.now()`.
 */
export const clock = {
  now: (): Date => new Date(clock.ms()),
  /** In ms since 1970. */
  ms: (): number => stoppedAt ?? Date.now(),
  /**
   * For tests alone: moves the clock by so many ms. It then stands still, so that nothing depends on how long a test takes.
   * Timers that are set do not fire earlier.
   */
  move(ms: number): void {
    stoppedAt = clock.ms() + ms;
  },
  /** For tests alone: back to the real time, and on with it. */
  reset(): void {
    stoppedAt = undefined;
  },
};
