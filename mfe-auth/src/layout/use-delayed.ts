import { useEffect, useEffectEvent } from "react";

/**
 * Calls `action` once, `ms` after `armed` became true, unless the page is left before. Where `armed` is a text, another
 * text restarts the time.
 */
export function useDelayed(armed: boolean | string, ms: number, action: () => void): void {
  const onTime = useEffectEvent(action);
  useEffect(() => {
    if (!armed) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [armed, ms]);
}
