import { RequestError } from "@souffleur/shared-ui";

/** Whether a call was deleted or belongs to another agent: nothing can be saved in it any more. */
export function isCallGone(error: unknown): boolean {
  return error instanceof RequestError && (error.code === "NOT_FOUND" || error.code === "FORBIDDEN");
}
