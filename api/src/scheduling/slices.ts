/** Longer tasks would be felt by everybody whom the process serves. */
const sliceMs = 10;

/**
 * Divides long work into slices.
 * @returns a function to be awaited between its steps: it lets other requests be answered where the last pause was a slice ago
 */
export function createSlices(): () => Promise<void> | undefined {
  let pausedAt = performance.now();
  return () => {
    if (performance.now() - pausedAt < sliceMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        pausedAt = performance.now();
        resolve();
      }),
    );
  };
}
