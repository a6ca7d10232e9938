import type { User } from "@souffleur/contracts";
import { startSession } from "@souffleur/shared-ui";
import { tokenFor } from "@souffleur/shared-ui/testing";
import { act, render } from "@testing-library/react";
import { App } from "./app.tsx";

/**
 * For tests: opens the application at a path, signed in as `user` with a token that is valid for `seconds`.
 * @returns what ends its session's timers and listeners
 */
export async function openApp(path: string, user?: User, seconds = 900): Promise<() => void> {
  localStorage.clear();
  if (user !== undefined) {
    const record = { accessToken: tokenFor(user, seconds), user, organization: null, timestamp: Date.now() };
    localStorage.setItem("souffleur.auth", JSON.stringify(record));
  }
  window.history.replaceState(null, "", path);
  let stop = () => {};
  await act(async () => {
    stop = startSession();
  });
  await act(async () => void render(<App />));
  return stop;
}

/** Path and query that are shown. */
export function address(): string {
  return `${location.pathname}${location.search}`;
}
