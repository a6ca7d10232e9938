import { limits, type Sender } from "@souffleur/contracts";
import { addHeardText } from "@souffleur/contracts/heard-text";
import { call } from "@souffleur/shared-ui";
import type { QueueEvents, Transcribed } from "../transcription-queue.ts";
import { isRetryable } from "../transcription-queue.ts";
import { createUploadQueue } from "../upload-queue.ts";
import type { Utterance } from "./hear-track.ts";
import { splitText } from "./split-text.ts";

interface HeardQueueOptions {
  callId: string;
  speaker: Sender;
  onDevice: boolean;
}

interface HeardQueueEvents extends Pick<QueueEvents, "onTranscript"> {
  /** The server's line has no text: only the other speaker was heard. */
  onEcho: (utterance: Utterance) => void;
  /** The server refuses a text, and would refuse it again. */
  onRefused: (error: unknown) => void;
  onAccepted: () => void;
}

/** Has utterances stored as lines of a call, in their order; each is sent until it is answered. */
export function createHeardQueue(
  { onDevice, ...line }: HeardQueueOptions,
  { onTranscript, onEcho, onRefused, onAccepted }: HeardQueueEvents,
) {
  const queue = createUploadQueue<Utterance, Transcribed & { utterance: Utterance }>({
    async send(utterance, previous) {
      const { id, text, confidence, startedAt, endedAt } = utterance;
      const answer = await call(addHeardText, {
        body: {
          ...line,
          textId: id,
          text,
          confidence,
          onDevice,
          ageMs: Math.round(performance.now() - endedAt),
          lengthMs: Math.round(endedAt - startedAt),
          ...(previous !== undefined && { afterTextId: previous.id }),
        },
      });
      return { id, utterance, transcript: answer.transcript, confidence: answer.confidence };
    },
    onAnswer: ({ utterance, ...transcribed }) => {
      onAccepted();
      if (transcribed.transcript === "") onEcho(utterance);
      else onTranscript(transcribed);
    },
    isRetryable,
    onFailure: onRefused,
  });
  return {
    /** A long utterance becomes several lines. */
    push(utterance: Utterance): void {
      for (const part of splitText(utterance, limits.heardTextMax)) queue.push(part);
    },
    stop: queue.stop,
  };
}
