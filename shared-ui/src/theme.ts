import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

const key = "souffleur.theme";
const listeners = new Set<() => void>();

/** The chosen theme; the page's head applies it before the first paint under the same key. */
export function readTheme(): Theme {
  try {
    const saved = localStorage.getItem(key);
    return saved === "light" || saved === "dark" ? saved : "system";
  } catch {
    return "system";
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    console.warn("The theme can't be kept in this browser's storage.");
  }
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of [...listeners]) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readTheme);
}
