import { clock } from "../clock.ts";

const burst = 20;
const perSecond = 10;
const refusalsMax = 200;

type Decision = "pass" | "refuse" | "disconnect";

/**
 * Limits one socket's events: twenty at once, then ten a second. More than 200 refusals disconnect the socket.
 * @param now the time in milliseconds
 */
export function createEventLimit(now: () => number = clock.ms): () => Decision {
  let left = burst;
  let at = now();
  let refusals = 0;
  return () => {
    const moment = now();
    left = Math.min(burst, left + (Math.max(0, moment - at) * perSecond) / 1000);
    at = moment;
    if (left >= 1) {
      left -= 1;
      return "pass";
    }
    refusals += 1;
    return refusals > refusalsMax ? "disconnect" : "refuse";
  };
}
