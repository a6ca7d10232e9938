import type { Sender } from "@souffleur/contracts";
import { elapsed, formatTimer } from "../../call/call-state.ts";
import type { Bubble } from "../../transcript/merge-fragments.ts";

/**
 * The conversation as plain text for the clipboard: one line per bubble, with the time since the call's start
 * (`startedAt`, ms since the epoch) and the speaker's name.
 */
export function transcriptText(
  bubbles: readonly Bubble[],
  names: Readonly<Record<Sender, string>>,
  startedAt: number,
): string {
  return bubbles
    .map(
      ({ timestamp, sender, text }) =>
        `[${formatTimer(elapsed(startedAt, timestamp))}] ${names[sender]}: ${text}`,
    )
    .join("\n");
}
