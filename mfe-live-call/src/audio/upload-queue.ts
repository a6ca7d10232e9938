import { deliver } from "@souffleur/shared-ui/saving";

interface UploadOptions<Chunk, Answer> {
  /** `previous` is the chunk before this one while that is in flight: it may fail and be sent again after this one. */
  send: (chunk: Chunk, previous: Chunk | undefined) => Promise<Answer>;
  /** Called in the order of the chunks, whichever answer arrives first. */
  onAnswer: (answer: Answer) => void;
  /** Whether an error is transient: the chunk is then sent again until it gets through. */
  isRetryable: (error: unknown) => boolean;
  /** Called for a chunk that is given up; the next ones are still sent. */
  onFailure: (error: unknown) => void;
}

/** Sends chunks in order, two at a time, and keeps each until it is answered or given up. */
export function createUploadQueue<Chunk, Answer>({
  send,
  onAnswer,
  isRetryable,
  onFailure,
}: UploadOptions<Chunk, Answer>) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let last: { chunk: Chunk; inFlight: boolean } | undefined;
  /** Until all chunks but the last one are settled, and until all are. */
  let [previousSettled, lastSettled] = [Promise.resolve(), Promise.resolve()];

  async function settle(delivered: Promise<Answer>, before: Promise<void>): Promise<void> {
    const [result] = await Promise.allSettled([delivered, before]);
    if (result.status === "fulfilled") onAnswer(result.value);
    else if (result.reason !== signal.reason) onFailure(result.reason);
  }

  return {
    push(chunk: Chunk): void {
      if (signal.aborted) return;
      const [previous, current] = [last, { chunk, inFlight: true }];
      const attempt = () => send(chunk, previous?.inFlight ? previous.chunk : undefined);
      const delivered = previousSettled
        .then(() => deliver(attempt, { repeats: isRetryable, signal }))
        .finally(() => {
          current.inFlight = false;
        });
      last = current;
      [previousSettled, lastSettled] = [lastSettled, settle(delivered, lastSettled)];
    },
    /** Drops the queued chunks; answers to chunks in flight are still handled. */
    stop: () => stopped.abort(),
  };
}
