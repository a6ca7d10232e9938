import { useEffect, useEffectEvent } from "react";

/**
 * Calls `act` once, `ms` after `armed` became true; leaving the page before calls it off. Armed with a text, another
 * text starts the time anew.
 */
export function useDelayed(armed: boolean | string, ms: number, act: () => void): void {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (!armed) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [armed, ms]);
}
