import { renderApp, startApi } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "../routes.tsx";

/** The current test's server, without handlers at first. Importing this file starts and closes it. */
export let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};

beforeEach(async () => {
  api = await startApi();
  // The code field's library needs it, and jsdom has no layout.
  document.elementFromPoint ??= () => null;
});
afterEach(async () => {
  stop();
  jest.useRealTimers();
  await api.close();
});

export async function open(path: string, options: Omit<Parameters<typeof renderApp>[1], "path"> = {}) {
  const app = await renderApp(remote, { path, ...options });
  stop = app.stop;
  return app;
}

/** From here on the test advances the timers, also while it waits; network answers arrive by themselves. */
export function holdTimers(): void {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
}

export function button(name: string | RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}
