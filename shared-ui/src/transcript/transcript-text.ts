import type { Sender } from "@souffleur/contracts";
import { sharedText as t } from "@souffleur/shared-ui";
import type { Bubble } from "./merge-fragments.ts";
import { elapsed, formatTimer } from "./timer.ts";

/**
 * The conversation as plain text for the clipboard: one line per bubble, with the time since the call's start
 * (`startedAt`, ms since the epoch on the server's clock, as the lines' times are) and the speaker's name.
 */
export function transcriptText(
  bubbles: readonly Bubble[],
  names: Readonly<Record<Sender, string>>,
  startedAt: number,
): string {
  return bubbles
    .map(
      ({ timestamp, sender, text }) =>
        `[${formatTimer(elapsed(startedAt, timestamp))}] ${names[sender]}${t(": ")}${text}`,
    )
    .join("\n");
}
