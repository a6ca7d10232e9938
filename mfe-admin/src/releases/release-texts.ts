import type { LiveRelease } from "@souffleur/contracts";
import { formatCount, formatPercent, formatRelative } from "@souffleur/shared-ui";

const kilobyte = 1000;

/** `412 kB`, or `1.2 MB`. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / kilobyte;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}

/** `90 ms`, or `1.3 s`. */
export function timeText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The short form of a commit; the mark of uncommitted changes stays. */
export function commitText(commit: string): string {
  const [hash = "", ...marks] = commit.split("-");
  return [hash.slice(0, 8), ...marks].join("-");
}

/** How many of all outcomes were failures, in percent; undefined before the first. */
export function errorPercent({
  loads,
  failures,
}: Pick<LiveRelease, "loads" | "failures">): number | undefined {
  return loads + failures === 0 ? undefined : (100 * failures) / (loads + failures);
}

export function errorText(release: Pick<LiveRelease, "loads" | "failures">): string {
  const percent = errorPercent(release);
  return percent === undefined ? "No reports" : formatPercent(percent);
}

/** `3 of 1,204`: what the percentage is made of. */
export function outcomesText({ loads, failures }: Pick<LiveRelease, "loads" | "failures">): string {
  return `${formatCount(failures)} of ${formatCount(loads + failures)}`;
}

export function ageText(iso: string, now: number): string {
  return formatRelative(Date.parse(iso), now);
}
