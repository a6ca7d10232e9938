import { language, readStored } from "@souffleur/shared-ui";
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Keeps what is typed while the page is loaded again in another language: in this tab, and once. No other way of leaving the
 * page keeps it, because it would be there when somebody opens the form anew.
 * @param key names the form, and its user where there is one
 * @param read what is typed, as JSON can have it; undefined for nothing
 * @param restore gets what `read` returned
 */
export function useOverReload(key: string, read: () => unknown, restore: (kept: object) => void): void {
  const keep = useEffectEvent(() => {
    if ((readStored("souffleur.language") ?? language) === language) return;
    const typed = read();
    try {
      if (typed !== undefined) sessionStorage.setItem(key, JSON.stringify(typed));
    } catch {
      // A browser that stores nothing keeps nothing.
    }
  });
  const take = useEffectEvent(() => {
    try {
      const kept = sessionStorage.getItem(key);
      sessionStorage.removeItem(key);
      if (kept) restore(JSON.parse(kept));
    } catch {
      // Nothing is kept.
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another form
  useEffect(() => {
    take();
    const onHide = () => keep();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, [key]);
}

/** What is typed or chosen in one control, kept as by `useOverReload`. @param key names it, and its user where there is one */
export function useKeptState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState(initial);
  useOverReload(
    key,
    () => (value === initial ? undefined : { value }),
    (kept) => setValue((kept as { value: Value }).value),
  );
  return [value, setValue] as const;
}
