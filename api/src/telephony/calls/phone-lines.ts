import { randomUUID } from "node:crypto";
import type { CallsForTelephony, StoredCall } from "../../calls/calls-for-telephony.ts";
import type { Logger } from "../../http/logger.ts";
import type { Piece } from "../../transcription/recognizer-stream.ts";

export interface PhoneLinesDeps {
  live: Pick<CallsForTelephony["live"], "interim" | "addLine">;
  log: Logger;
  /** Runs when the stored call turns out to have been ended elsewhere. */
  onOver(call: StoredCall): void;
}

/** Turns what the recognizer hears in a telephone call into its lines. */
export function createPhoneLines({ live, log, onOver }: PhoneLinesDeps, call: StoredCall) {
  /** Distinguishes this process's line ids from those of an earlier process. */
  const run = randomUUID();
  let adding: Promise<unknown> = Promise.resolve();

  return {
    add({ channel, text, confidence, isFinal, index, spoken }: Piece): void {
      const speech = {
        messageId: `${run}-${channel}-${index}`,
        sender: channel === 0 ? "client" : "agent",
        text,
        confidence,
        spoken,
      } as const;
      if (!isFinal) {
        live.interim(call, speech, "bridge_transcription");
        return;
      }
      const added = live
        .addLine(call, speech, "bridge_transcription")
        .then((line) => line === undefined && onOver(call))
        .catch((err: unknown) =>
          log.error({ err, callId: call._id }, "a line of a telephone call could not be stored"),
        );
      adding = Promise.all([adding, added]);
    },

    /** Resolves when all lines are stored. */
    async stored(): Promise<void> {
      await adding;
    },
  };
}
