export const openEvent = "souffleur:search";

/** Opens the search, also while the shortcuts are off. */
export function openSearch(): void {
  window.dispatchEvent(new Event(openEvent));
}
