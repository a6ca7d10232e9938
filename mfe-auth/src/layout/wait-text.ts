import type { RequestError } from "@souffleur/shared-ui";
import { t } from "../texts/texts.ts";

/** How long to wait for another mail, if the server refused one with its general text or without a text. */
export function waitText({ status, code, retryAfter, serverMessage }: RequestError): string | undefined {
  if (status !== 429 || retryAfter === undefined) return undefined;
  if (code !== "RATE_LIMITED" && serverMessage !== undefined) return undefined;
  if (retryAfter > 90) {
    const minutes = Math.ceil(retryAfter / 60);
    return t("Please wait {minutes} minutes before asking for another email.", { minutes });
  }
  return t(
    "Please wait {seconds, plural, one {# second} other {# seconds}} before asking for another email.",
    { seconds: Math.ceil(retryAfter) },
  );
}
