import { useSyncExternalStore } from "react";

const isSeen = () => document.getElementById("splash") === null;

function subscribe(onChange: () => void): () => void {
  if (isSeen()) return () => {};
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/**
 * Whether the page is visible: the splash covers a page that has just been loaded, and a notice that is shown for a
 * limited time is timed from when the splash is gone.
 */
export function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, isSeen);
}
