import type { RequestError } from "@souffleur/shared-ui";

/** How long to wait for another mail, where the server has refused one without a text of its own. */
export function waitText({ status, code, retryAfter, serverMessage }: RequestError): string | undefined {
  if (status !== 429 || retryAfter === undefined) return undefined;
  if (code !== "RATE_LIMITED" && serverMessage !== undefined) return undefined;
  return `Please wait ${duration(retryAfter)} before asking for another email.`;
}

function duration(seconds: number): string {
  if (seconds === 1) return "1 second";
  return seconds <= 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
