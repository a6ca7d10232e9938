import type { Organization } from "@souffleur/contracts";
import { renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "../routes.tsx";

export const acme: Organization = { id: "org", name: "Acme" };

/** The current test's server, without handlers at first. Importing this file starts and closes it. */
export let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};

beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  stop();
  await api.close();
});

/** Opens a path, signed in as an administrator by default. */
export async function open(path: string, options: Omit<Parameters<typeof renderApp>[1], "path"> = {}) {
  const app = await renderApp(remote, { path, as: someUser({ role: "admin" }), ...options });
  stop = app.stop;
  return app;
}

export function button(name: string | RegExp): HTMLElement {
  return screen.getByRole("button", { name });
}

/** The toast with a text, also below other toasts. */
export function findToast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: "[data-title]" });
}
