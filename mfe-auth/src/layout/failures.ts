import { failureTexts, RequestError } from "@souffleur/shared-ui";

/** The text of a failed request: the server's if it answered, else the catalogue's. */
export function failureText(error: unknown): string {
  if (!(error instanceof RequestError)) return failureTexts.unexpected;
  return error.serverMessage || error.message || failureTexts.unexpected;
}

/** Whether the server has refused a mailed link itself, or all that it leads to, and not what was sent with its token. */
export function isLinkRefused(error: unknown): error is RequestError {
  return (
    error instanceof RequestError &&
    (error.code === "LINK_INVALID" ||
      error.code === "LINK_EXPIRED" ||
      error.code === "SSO_REQUIRED" ||
      error.field === "token")
  );
}
