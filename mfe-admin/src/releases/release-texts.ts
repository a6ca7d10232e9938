import type { LiveRelease } from "@souffleur/contracts/live-releases";
import { formatCount, formatRelative, locale } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

type Outcomes = Pick<LiveRelease, "loads" | "failures">;

/** `412 kB`, or `1.2 MB`. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1000;
  return kilobytes < 1000
    ? t("{size} kB", { size: Math.round(kilobytes) })
    : t("{size} MB", { size: withDecimal(kilobytes / 1000) });
}

/** `90 ms`, or `1.3 s`. */
export function timeText(ms: number): string {
  return ms < 1000
    ? t("{time} ms", { time: Math.round(ms) })
    : t("{time} s", { time: withDecimal(ms / 1000) });
}

function withDecimal(value: number): string {
  return Number(value.toFixed(1)).toLocaleString(locale, { minimumFractionDigits: 1, useGrouping: false });
}

/** The short form of a commit, with its suffix for uncommitted changes. */
export function commitText(commit: string): string {
  const [hash = "", ...marks] = commit.split("-");
  return [hash.slice(0, 8), ...marks].join("-");
}

/** The share of failures in all outcomes, in percent; undefined before the first outcome. */
export function errorPercent({ loads, failures }: Outcomes): number | undefined {
  return loads + failures === 0 ? undefined : (100 * failures) / (loads + failures);
}

/** `3 of 1,204` */
export function outcomesText({ loads, failures }: Outcomes): string {
  return t("{failures} of {all}", { failures: formatCount(failures), all: formatCount(loads + failures) });
}

export function ageText(iso: string, now: number): string {
  return formatRelative(Date.parse(iso), now);
}
