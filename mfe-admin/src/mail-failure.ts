import type { MailFailure } from "@souffleur/contracts";
import { formatShortDate } from "@souffleur/shared-ui";
import { type Text, t } from "./texts/texts.ts";

const texts: Record<"refused" | "givenUp", readonly [alone: Text, withReply: Text]> = {
  refused: ["Email refused {date}", "Email refused {date}: {reply}"],
  givenUp: [
    "Email not delivered, given up {date}: the mail server could not be reached",
    "Email not delivered, given up {date}: {reply}",
  ],
};

/** Why the last email to an address was not delivered. */
export function mailFailureText({ at, state, reply }: MailFailure): string {
  const [alone, withReply] = texts[state === "refused" ? "refused" : "givenUp"];
  const date = formatShortDate(at);
  return reply === undefined ? t(alone, { date }) : t(withReply, { date, reply });
}
