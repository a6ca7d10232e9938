import { RequestError } from "@souffleur/shared-ui";

/** The text that the user is shown for an error; `fallback` where it does not come from a request. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof RequestError ? error.message : fallback;
}
