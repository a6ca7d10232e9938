import { useEffect, useState } from "react";

const minuteMs = 60_000;

/** The time, as exact as ages are shown. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
