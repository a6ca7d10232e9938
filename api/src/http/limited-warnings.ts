import type { Logger } from "./logger.ts";

export interface LimitedWarnings {
  warn(details: object): void;
  /** Says what has not been said yet. */
  close(): void;
}

/**
 * Warns of something that anybody can cause as often as they like: each minute (`everyMs`) of the first few times
 * one by one, and at its end of how often it happened besides. So nobody fills the log.
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
