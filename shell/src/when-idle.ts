/**
 * Does what nobody waits for as soon as the browser has nothing better to do.
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  // Not every browser says when it is idle; two seconds stand in for it.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}
