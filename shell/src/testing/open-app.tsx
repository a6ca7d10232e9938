import type { User } from "@souffleur/contracts";
import { startSession } from "@souffleur/shared-ui";
import { dismissToasts, saveSession } from "@souffleur/shared-ui/testing";
import { act, render } from "@testing-library/react";
import { App } from "../app.tsx";

/**
 * Opens the application at a path, signed in as `user` with a token that is valid for `seconds`.
 * @returns a function that stops its session's timers and listeners
 */
export async function openApp(path: string, user?: User, seconds = 900): Promise<() => void> {
  localStorage.clear();
  await dismissToasts();
  if (user !== undefined) saveSession(user, { seconds });
  window.history.replaceState(null, "", path);
  let stop = () => {};
  await act(async () => {
    stop = startSession();
  });
  await act(async () => void render(<App />));
  return stop;
}

/** The current path, query and fragment. */
export function address(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}
