/** Whole seconds between two times in milliseconds; 0 if the clock ran backwards. */
export function elapsed(startedAt: number, now: number): number {
  const seconds = Math.floor((now - startedAt) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

/** Seconds as HH:MM:SS; hours may have more than two digits. */
export function formatTimer(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** A time of day such as `08:03:51`. @param at in ms since the epoch */
export function formatClock(at: number): string {
  return clock.format(at);
}
