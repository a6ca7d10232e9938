import { pauseAfter, wait } from "../wait.ts";

export interface UploadQueue<Chunk> {
  push: (chunk: Chunk) => void;
  /** Chunks that are kept and not answered yet. */
  waiting: () => number;
  /** Nothing is sent after this; what is on its way is still answered. */
  stop: () => void;
}

interface UploadOptions<Chunk, Answer> {
  /**
   * `before` is the last one ahead of it that has neither been answered nor given up: the two are on their way
   * together, and the first may have failed and be sent again after the second.
   */
  send: (chunk: Chunk, before: Chunk | undefined) => Promise<Answer>;
  /** Called in the order of the chunks, whichever answer came first. */
  accept: (answer: Answer) => void;
  /** Whether a failure says nothing about the chunk: it is then sent again until it gets through. */
  mayRetry: (error: unknown) => boolean;
  /** A chunk that is given up; those after it go on. */
  refuse: (error: unknown) => void;
  inFlight?: number;
}

/** Sends chunks in order, a few at once, and keeps every one of them until the network takes it. */
export function createUploadQueue<Chunk, Answer>({
  send,
  accept,
  mayRetry,
  refuse,
  inFlight = 2,
}: UploadOptions<Chunk, Answer>): UploadQueue<Chunk> {
  const kept: Chunk[] = [];
  /** What is on its way, in order. */
  const flying: Chunk[] = [];
  const stopped = new AbortController();
  let lastSettled = Promise.resolve();

  async function deliver(chunk: Chunk): Promise<(() => void) | undefined> {
    for (let failures = 0; ; ) {
      try {
        const answer = await send(chunk, flying[flying.indexOf(chunk) - 1]);
        return () => accept(answer);
      } catch (error) {
        if (!mayRetry(error)) return () => refuse(error);
      }
      failures += 1;
      await wait(pauseAfter(failures), stopped.signal);
      if (stopped.signal.aborted) return undefined;
    }
  }

  function startMore(): void {
    while (flying.length < inFlight && !stopped.signal.aborted) {
      const chunk = kept.shift();
      if (chunk === undefined) return;
      flying.push(chunk);
      const delivered = deliver(chunk);
      const before = lastSettled;
      lastSettled = delivered.then(async (settle) => {
        flying.splice(flying.indexOf(chunk), 1);
        startMore();
        await before;
        settle?.();
      });
    }
  }

  return {
    push(chunk) {
      if (stopped.signal.aborted) return;
      kept.push(chunk);
      startMore();
    },
    waiting: () => kept.length + flying.length,
    stop() {
      kept.length = 0;
      stopped.abort();
    },
  };
}
