import * as z from "zod";
import type { RecognizerMessage } from "../recognizer.ts";
import { Alternative, confidenceOf, seconds, spokenSpan } from "./words.ts";

/** What was said is kept, whatever is beside it. */
const Results = z.object({
  type: z.literal("Results"),
  /** The channel, and the number of channels. */
  channel_index: z.array(z.number().int().nonnegative()).min(1),
  /** Seconds from the first byte of this connection. */
  start: seconds,
  duration: seconds,
  is_final: z.boolean(),
  channel: z.object({ alternatives: z.array(Alternative).min(1) }),
});

const Refusal = z.object({ err_code: z.string(), err_msg: z.string().default("") });

/** Reads any message of a live connection. */
export function readMessage(message: unknown): RecognizerMessage {
  const result = Results.safeParse(message);
  if (result.success) {
    const { channel_index, start, duration, is_final, channel } = result.data;
    const [best] = channel.alternatives;
    const whole =
      start === undefined ? undefined : { startMs: start * 1000, endMs: (start + (duration ?? 0)) * 1000 };
    const spoken = spokenSpan(best) ?? whole;
    return {
      kind: "result",
      channel: channel_index[0] ?? 0,
      spoken,
      coveredMs: Math.max(whole?.endMs ?? 0, spoken?.endMs ?? 0),
      isFinal: is_final,
      text: best?.transcript.trim() ?? "",
      confidence: confidenceOf(best),
    };
  }
  const refusal = Refusal.safeParse(message);
  if (refusal.success) return { kind: "refusal", code: refusal.data.err_code };
  const isKnown =
    typeof message === "object" && message !== null && "type" in message && message.type !== "Results";
  return { kind: isKnown ? "other" : "garbage" };
}

/** Protocol errors and refusals, which a retry would meet again. */
const finalCodes = new Set([1002, 1003, 1007, 1008]);
const finalStatuses = new Set([400, 401, 402, 403, 404]);

/**
 * Whether retrying is pointless after this closing. A refused handshake is reported as a normal close with an error whose
 * message contains the HTTP status (seen in 5.13).
 */
export function isFinalClose(code: number, error: Error | undefined): boolean {
  if (finalCodes.has(code)) return true;
  const status = /Unexpected server response: (\d{3})/.exec(error?.message ?? "")?.[1];
  return status !== undefined && finalStatuses.has(Number(status));
}
