import { limits } from "@souffleur/contracts";

const fadeMs = 180;

/**
 * Ends the splash that stands in the page's HTML (it is there before any script): after the specification's
 * two seconds it fades, and then it is gone.
 * @param shownForMs for how long it has been seen already
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

/** Milliseconds since the page's first paint, which is the splash; on a slow network it comes long before the scripts. */
export function sinceFirstPaintMs(): number {
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  return painted === undefined ? 0 : performance.now() - painted.startTime;
}
