import type { User } from "@souffleur/contracts";
import { startSession } from "@souffleur/shared-ui";
import { dismissToasts, saveSession, startApi } from "@souffleur/shared-ui/testing";
import { act, render, screen, within } from "@testing-library/react";
import { App } from "../app.tsx";

const stops: (() => void)[] = [];

/** The API of a test file. */
export const api = {} as Awaited<ReturnType<typeof startApi>>;

/** Starts the API for the tests of a file, and stops the application after each test. */
export function prepareApp(): void {
  beforeAll(async () => {
    // No remote's files are served here: every remote fails, which is logged, for the last one after its test.
    console.error = () => {};
    Object.assign(api, await startApi());
  });
  afterAll(() => api.close());
  beforeEach(() => {
    window.scrollTo = jest.fn();
    navigator.sendBeacon = jest.fn();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
}

/**
 * Opens the application at a path, signed in as `user` with a token that is valid for `seconds`.
 * @returns a function that stops its session's timers and listeners, called after the test by `prepareApp`
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
  stops.push(stop);
  await act(async () => void render(<App />));
  return stop;
}

/** The current path, query and fragment. */
export function address(): string {
  return `${location.pathname}${location.search}${location.hash}`;
}

export const mainNavigation = () => within(screen.getByRole("navigation", { name: "Main" }));

/** The texts of the links in the top bar. */
export const links = () =>
  mainNavigation()
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
