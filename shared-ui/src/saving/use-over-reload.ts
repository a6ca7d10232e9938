import { useEffect, useEffectEvent } from "react";

/**
 * Keeps what is typed while the page is loaded again, as where its language is chosen: in this tab, and once.
 * @param key names the form, and its user where there is one
 * @param read what is typed, as JSON can have it; undefined for nothing
 * @param restore gets what `read` returned
 */
export function useOverReload(key: string, read: () => unknown, restore: (kept: object) => void): void {
  const keep = useEffectEvent(() => {
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
