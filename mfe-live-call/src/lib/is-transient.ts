import { RequestError } from "@souffleur/shared-ui";

/** Whether a later attempt may succeed: the error is about the network or the server, not about what was sent. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.kind !== "api" || (error.status ?? 0) >= 500 || error.code === "RATE_LIMITED";
}
