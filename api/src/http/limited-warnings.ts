import type { Logger } from "./logger.ts";

const minuteMs = 60_000;

/**
 * Warnings of events that any client can cause without limit. In each minute the first few are logged one by one, and
 * at its end the number of the others, so that no client can fill the log.
 */
export function createLimitedWarnings(log: Logger, text: string, { first = 5 } = {}) {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const sumUp = () => {
    clearTimeout(timer);
    timer = undefined;
    if (count > first) log.warn({ more: count - first }, `${text}, and so on`);
    count = 0;
  };
  return {
    warn(details: object): void {
      count += 1;
      if (count <= first) log.warn(details, text);
      timer ??= setTimeout(sumUp, minuteMs).unref();
    },
    /** Logs the number of those that have not been logged. */
    close: sumUp,
  };
}
