/** However long a receiver asks to be left alone, it is tried again after this time. */
const longestMs = 60 * 60_000;

/**
 * How many milliseconds a receiver wants to get nothing (RFC 9110, 10.2.3: seconds, or a date), at most an hour.
 * @returns undefined where it asks for none that has a meaning
 */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? "";
  // The three forms of a date begin with a day of the week; `Date.parse` takes much else for one.
  const isDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /u.test(text) && text.length < 64;
  // The form of asctime names no zone, and means UTC as the others do.
  const date = isDate ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) - now.getTime() : Number.NaN;
  const ms = /^\d+$/u.test(text) ? Number(text) * 1000 : date;
  return ms > 0 ? Math.min(ms, longestMs) : undefined;
}
