import { useEffect, useState } from "react";

/** The time on this browser's clock, in ms since the epoch, updated every `intervalMs`, so that relative times stay correct. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
