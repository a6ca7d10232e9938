import type { Logger } from "./logger.ts";

export interface LimitedWarnings {
  warn(details: object): void;
  /** Logs what has not been logged yet. */
  close(): void;
}

/**
 * Warns of events that any client can cause without limit: in each minute (`everyMs`) the first few are logged one
 * by one, and at its end the number of the others. So no client can fill the log.
 */
export function createLimitedWarnings(
  log: Logger,
  text: string,
  { first = 5, everyMs = 60_000 } = {},
): LimitedWarnings {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const sumUp = () => {
    clearTimeout(timer);
    timer = undefined;
    if (count > first) log.warn({ more: count - first }, `${text}, and so on`);
    count = 0;
  };
  return {
    warn(details) {
      count += 1;
      if (count <= first) log.warn(details, text);
      timer ??= setTimeout(sumUp, everyMs).unref();
    },
    close: sumUp,
  };
}
