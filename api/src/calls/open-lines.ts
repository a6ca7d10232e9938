import { openMs, type SpokenLine } from "./masking/masking.ts";

/**
 * The last lines of each call, unmasked, while a number in them may continue in the next line. They are forgotten with the
 * call, and in any case two minutes after its last line, because another process may have ended it.
 */
export function createOpenLines(keptMs = openMs) {
  const calls = new Map<string, { lines: readonly SpokenLine[]; timer: NodeJS.Timeout }>();

  function forget(callId: string): void {
    clearTimeout(calls.get(callId)?.timer);
    calls.delete(callId);
  }

  return {
    /** Undefined where this process knows no line. */
    of: (callId: string): readonly SpokenLine[] | undefined => calls.get(callId)?.lines,
    keep(callId: string, lines: readonly SpokenLine[]): void {
      forget(callId);
      const timer = setTimeout(() => calls.delete(callId), keptMs);
      timer.unref();
      calls.set(callId, { lines, timer });
    },
    forget,
    /** The number of calls. */
    size: () => calls.size,
  };
}
