/**
 * Runs background work as soon as the browser is idle.
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  // Browsers without idle callbacks wait two seconds instead.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}
