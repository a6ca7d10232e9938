const tickMs = 5000;

/**
 * Calls `listener` when the page is looked at, comes online, or runs again after the machine slept or the browser froze
 * it: timers stand still meanwhile. It may be called more often than that.
 * @returns a function that stops it
 */
export function onWake(listener: () => void): () => void {
  let seenAt = Date.now();
  const tick = () => {
    const late = Date.now() - seenAt - tickMs;
    seenAt = Date.now();
    // No event reports that a machine woke with its page in view; its wall clock went on.
    if (late > tickMs) listener();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") listener();
  };
  const timer = setInterval(tick, tickMs);
  const ofWindow = ["online", "focus", "pageshow"] as const;
  for (const name of ofWindow) window.addEventListener(name, listener);
  document.addEventListener("visibilitychange", onVisible);
  document.addEventListener("resume", listener);
  return () => {
    clearInterval(timer);
    for (const name of ofWindow) window.removeEventListener(name, listener);
    document.removeEventListener("visibilitychange", onVisible);
    document.removeEventListener("resume", listener);
  };
}
