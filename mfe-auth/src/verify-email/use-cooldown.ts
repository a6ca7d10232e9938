import { limits } from "@souffleur/contracts";
import { useCallback, useEffect, useReducer, useState } from "react";
import { readCooldownEnd, subscribeCooldown, writeCooldownEnd } from "./verification-storage.ts";

const cooldownMaxMs = 60 * 60_000;

/** Whole seconds until `end` (ms since the epoch), then 0; also 0 if it is too far ahead because the clock was set back. */
export function secondsLeft(end: number, now: number): number {
  const left = end - now;
  return left > cooldownMaxMs ? 0 : Math.max(0, Math.ceil(left / 1000));
}

/** The countdown after a mail was sent; it continues after a reload and in all tabs. */
export function useCooldown() {
  const [end, setEnd] = useState(readCooldownEnd);
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const seconds = secondsLeft(end, Date.now());
  const running = seconds > 0;

  useEffect(() => subscribeCooldown(() => setEnd(readCooldownEnd())), []);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [running]);

  const start = useCallback((forSeconds: number = limits.resendCooldownSeconds) => {
    const until = Date.now() + forSeconds * 1000;
    writeCooldownEnd(until);
    setEnd(until);
  }, []);
  return { seconds, start };
}
