import { backoffMs, wait } from "../lib/backoff.ts";

const maxInFlight = 2;

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

/** Sends chunks in order, a few at a time, and keeps each until it is answered or given up. */
export function createUploadQueue<Chunk, Answer>({
  send,
  onAnswer,
  isRetryable,
  onFailure,
}: UploadOptions<Chunk, Answer>) {
  const queued: Chunk[] = [];
  /** In the order in which they were sent. */
  const inFlight: Chunk[] = [];
  const stopped = new AbortController();
  let lastSettled = Promise.resolve();

  async function deliver(chunk: Chunk): Promise<(() => void) | undefined> {
    for (let failures = 0; ; ) {
      try {
        const answer = await send(chunk, inFlight[inFlight.indexOf(chunk) - 1]);
        return () => onAnswer(answer);
      } catch (error) {
        if (!isRetryable(error)) return () => onFailure(error);
      }
      failures += 1;
      await wait(backoffMs(failures), stopped.signal);
      if (stopped.signal.aborted) return undefined;
    }
  }

  function startMore(): void {
    while (inFlight.length < maxInFlight && !stopped.signal.aborted) {
      const chunk = queued.shift();
      if (chunk === undefined) return;
      inFlight.push(chunk);
      const delivered = deliver(chunk);
      const previous = lastSettled;
      lastSettled = delivered.then(async (settle) => {
        inFlight.splice(inFlight.indexOf(chunk), 1);
        startMore();
        await previous;
        settle?.();
      });
    }
  }

  return {
    push(chunk: Chunk): void {
      if (stopped.signal.aborted) return;
      queued.push(chunk);
      startMore();
    },
    /** Drops the queued chunks; answers to chunks in flight are still handled. */
    stop(): void {
      queued.length = 0;
      stopped.abort();
    },
  };
}
