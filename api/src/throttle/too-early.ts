import { type AppError, appError } from "../http/errors.ts";

/** The refusal of a mail whose quota is used up. @param wait in seconds */
export function tooEarly(wait: number): AppError {
  const isLong = wait > 90;
  return appError("RATE_LIMITED", {
    retryAfter: wait,
    text: isLong
      ? "Please wait {minutes} minutes before asking for another email."
      : "Please wait {seconds, plural, one {# second} other {# seconds}} before asking for another email.",
    values: isLong ? { minutes: Math.ceil(wait / 60) } : { seconds: Math.ceil(wait) },
  });
}
