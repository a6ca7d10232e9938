import { useSyncExternalStore } from "react";

const isSeen = () => document.getElementById("splash") === null;

function subscribe(onChange: () => void): () => void {
  if (isSeen()) return () => {};
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/**
 * Whether the page can be seen: the splash of a page that has just been loaded covers it, and whatever stands for a
 * time to be read has its time after that.
 */
export function usePageSeen(): boolean {
  return useSyncExternalStore(subscribe, isSeen);
}
