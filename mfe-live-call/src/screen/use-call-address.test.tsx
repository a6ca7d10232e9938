// The socket's server and client run in one process, so both need their builds for Node.

import { getCall } from "@souffleur/contracts";
import { startRealtime } from "@souffleur/shared-ui";
import { deferred, refused, renderApp, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { lazy } from "react";
import remote from "../routes.tsx";
import { fact, page, preparePages, status, waitForStatus } from "../testing/open-screen.tsx";

preparePages();

/** Opens the call's screen beside one whose code does not arrive. */
async function openBesideSlow(path: string) {
  const Slow = lazy(() => new Promise<never>(() => {}));
  const routes = [...remote.routes, { path: "/slow", Component: Slow }];
  const app = await renderApp({ ...remote, routes }, { path, as: someUser() });
  page.stops.push(app.stop);
  await act(async () => void page.stops.push(startRealtime()));
  await waitFor(() => expect(fact("Backend connection")).toHaveTextContent("Connected"));
  return app;
}

test("a call that begins while the agent leaves does not lead back", async () => {
  const { router, address } = await openBesideSlow("/live-call");
  await act(() => router.navigate("/slow"));
  // The screen is still shown.
  expect(status()).toHaveTextContent("Waiting");
  await act(async () => page.server.announce());
  await waitForStatus("Active");
  expect(address()).toBe("/slow");
});

test("a call that can't be opened does not lead back an agent who leaves", async () => {
  const answer = deferred();
  page.server.api.on(getCall, async () => {
    await answer.promise;
    return refused("NOT_FOUND", "The requested resource was not found.");
  });
  const { router, address } = await openBesideSlow("/live-call?call=gone");
  await act(() => router.navigate("/slow"));
  await act(async () => answer.resolve());
  expect(await screen.findByText("The requested resource was not found.")).toBeInTheDocument();
  expect(address()).toBe("/slow");
});

test("an agent who comes back has the call in the address", async () => {
  const { router, address } = await openBesideSlow("/live-call");
  await act(() => router.navigate("/slow"));
  await act(() => router.navigate("/live-call"));
  await act(async () => page.server.announce());
  await waitFor(() => expect(address()).toBe(`/live-call?call=${page.server.call.callId}`));
});
