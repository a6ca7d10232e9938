import { limits } from "@souffleur/contracts";
import { useCallback, useEffect, useReducer, useState } from "react";
import { followCooldown, readCooldownEnd, writeCooldownEnd } from "./verification-storage.ts";

const longestMs = 60 * 60_000;

/** Whole seconds until `end`, 0 from then on; an end that lies too far ahead comes from a clock set back. */
export function secondsLeft(end: number, now: number): number {
  const left = end - now;
  return left > longestMs ? 0 : Math.max(0, Math.ceil(left / 1000));
}

/** The countdown after a mail was sent; it goes on after a reload, and in all tabs. */
export function useCooldown() {
  const [end, setEnd] = useState(readCooldownEnd);
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  const seconds = secondsLeft(end, Date.now());
  const running = seconds > 0;

  useEffect(() => followCooldown(() => setEnd(readCooldownEnd())), []);
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
