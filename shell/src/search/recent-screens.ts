import { readStoredJson, writeStored } from "@souffleur/shared-ui";

const key = "souffleur.search-recent";
const kept = 20;

/** The paths that were last chosen in the search, the latest first. */
export function recentScreens(): readonly string[] {
  const stored = readStoredJson(key);
  return Array.isArray(stored) ? stored.filter((path) => typeof path === "string") : [];
}

export function rememberScreen(path: string): void {
  const others = recentScreens().filter((other) => other !== path);
  writeStored(key, JSON.stringify([path, ...others].slice(0, kept)));
}
