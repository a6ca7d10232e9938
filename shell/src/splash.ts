import { limits } from "@souffleur/contracts";

const fadeMs = 180;

/**
 * Fades out and removes the splash of the page's HTML after the specified two seconds.
 * @param shownForMs how long it has been visible already
 */
export function endSplash(splash: HTMLElement | null, shownForMs: number): void {
  if (splash === null) return;
  setTimeout(
    () => {
      splash.classList.add("splash-leaving");
      setTimeout(() => splash.remove(), fadeMs);
    },
    Math.max(0, limits.splashMs - shownForMs),
  );
}

/** Milliseconds since the page's first paint, which shows the splash long before the scripts run on a slow network. */
export function sinceFirstPaintMs(): number {
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  return painted === undefined ? 0 : performance.now() - painted.startTime;
}
