import { renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import remote from "../routes.tsx";

/** The current test's server, without handlers at first. Importing this file starts and closes it. */
export let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};

beforeEach(async () => {
  api = await startApi();
});
afterEach(async () => {
  jest.restoreAllMocks();
  stop();
  await api.close();
});

/** Opens a path, signed in as an agent of an organization by default. */
export async function open(path: string, as = someUser()) {
  const app = await renderApp(remote, { path, as, organization: { id: "org", name: "Acme" } });
  stop = app.stop;
  return app;
}

export function button(name: string): HTMLElement {
  return screen.getByRole("button", { name });
}
