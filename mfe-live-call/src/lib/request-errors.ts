import { RequestError } from "@souffleur/shared-ui";

/** Whether a later attempt may succeed: the cause is the network or the server, and not what was sent. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.kind !== "api" || (error.status ?? 0) >= 500 || error.code === "RATE_LIMITED";
}

/** The text that the user is shown for an error; `fallback` where it does not come from a request. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof RequestError ? error.message : fallback;
}
