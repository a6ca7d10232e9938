import { useSyncExternalStore } from "react";

const isSeen = () => document.getElementById("splash") === null;

function subscribe(onChange: () => void): () => void {
  if (isSeen()) return () => {};
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/**
 * Whether the page is visible: the splash covers a page that has just been loaded. The time of a notice that is shown for
 * a limited time starts when the splash is removed.
 */
export function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, isSeen);
}
