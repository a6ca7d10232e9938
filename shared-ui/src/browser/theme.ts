import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "./browser-storage.ts";
import { createListeners } from "./listeners.ts";

type Theme = "light" | "dark" | "system";

const key = "souffleur.theme";
const { subscribe, notify } = createListeners();

/** The chosen theme. A script in the page's head reads the same key before the first paint. */
export function readTheme(): Theme {
  const saved = readStored(key);
  return saved === "light" || saved === "dark" ? saved : "system";
}

export function chooseTheme(theme: Theme): void {
  if (!writeStored(key, theme === "system" ? undefined : theme))
    console.warn("The theme can't be kept in this browser's storage.");
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  notify();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}
