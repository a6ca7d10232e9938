/** Measures how long a reply takes, without the time of awaited promises such as database queries. */
export function startStopwatch() {
  const started = performance.now();
  let excepted = 0;
  return {
    /** Whole milliseconds since the start. */
    read: () => Math.round(performance.now() - started - excepted),

    async except<T>(wait: Promise<T>): Promise<T> {
      const begun = performance.now();
      try {
        return await wait;
      } finally {
        excepted += performance.now() - begun;
      }
    },
  };
}
export type Stopwatch = ReturnType<typeof startStopwatch>;
