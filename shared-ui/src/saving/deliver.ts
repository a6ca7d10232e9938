import { RequestError } from "@souffleur/shared-ui";
import { MutationObserver, QueryClient } from "@tanstack/react-query";

/** Not the shell's client, which is cleared, with the order of its mutations, when another user signs in. */
const client = new QueryClient();

interface DeliverOptions {
  /** Deliveries of one scope run one after the other, in the order of the calls, wherever in the page they are made. */
  scope?: string;
  /** Whether a failed attempt is repeated, by default if its cause is transient. */
  repeats?: (error: unknown) => boolean;
  /** Ends the delivery; an attempt under way is finished. */
  signal?: AbortSignal;
}

/**
 * Sends something until it has been answered.
 * @throws what `send` throws for an attempt that is not repeated; the signal's reason
 */
export function deliver<Answer>(
  send: () => Promise<Answer>,
  { scope, repeats = isTransient, signal }: DeliverOptions = {},
): Promise<Answer> {
  // The library's own `retry` waits while the page is hidden, and a call goes on in a hidden page.
  async function mutationFn(): Promise<Answer> {
    for (let failures = 1; ; failures += 1) {
      signal?.throwIfAborted();
      try {
        return await send();
      } catch (error) {
        if (!repeats(error)) throw error;
      }
      await wait(backoffMs(failures), signal);
    }
  }
  const observer = new MutationObserver<Answer>(client, {
    mutationFn,
    ...(scope !== undefined && { scope: { id: scope } }),
    networkMode: "always",
    gcTime: 0,
  });
  // Without an observer the library forgets the mutation, and with it what was sent.
  return observer.mutate().finally(() => observer.reset());
}

/** Request Timeout, Too Early and Too Many Requests. */
const laterStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether a later attempt may succeed: the cause is the network or the server, and not what was sent. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof RequestError)) return false;
  const { kind, status = 0 } = error;
  return kind !== "api" || status >= 500 || laterStatuses.has(status);
}

/** Milliseconds before the next attempt after `failures` failed ones: 1 s, doubling up to 10 s. */
export function backoffMs(failures: number): number {
  return Math.min(10_000, 1000 * 2 ** Math.max(0, failures - 1));
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener("abort", done);
  });
}
