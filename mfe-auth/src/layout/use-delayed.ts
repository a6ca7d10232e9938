import { useEffect, useEffectEvent } from "react";

/** Calls `action` once, `ms` after `trigger` becomes truthy, unless it changes or the component unmounts before. */
export function useDelayed(trigger: boolean | string, ms: number, action: () => void): void {
  const onTime = useEffectEvent(action);
  useEffect(() => {
    if (!trigger) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [trigger, ms]);
}
