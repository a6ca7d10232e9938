import { RequestError } from "@souffleur/shared-ui";

/** Whether the server has refused a mailed link itself, and not what was sent with its token. */
export function isLinkRefused(error: unknown): error is RequestError {
  return (
    error instanceof RequestError &&
    (error.code === "LINK_INVALID" || error.code === "LINK_EXPIRED" || error.field === "token")
  );
}
