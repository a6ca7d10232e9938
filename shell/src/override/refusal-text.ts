import { RequestError } from "@souffleur/shared-ui";

/** What is said of a call that has failed: the server's own words where there are any. */
export function refusalText(error: unknown): string {
  return error instanceof RequestError ? (error.serverMessage ?? error.message) : String(error);
}
