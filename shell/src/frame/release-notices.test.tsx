import type { Endpoint, Registry } from "@souffleur/contracts";
import { startSession } from "@souffleur/shared-ui";
import { saveSession, someUser } from "@souffleur/shared-ui/testing";
import { act, render, waitFor } from "@testing-library/react";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { liveRegistry } from "../releases/registry.ts";
import { api, prepareApp } from "../testing/open-app.tsx";
import { someRelease } from "../testing/some-release.ts";
import { ReleaseNotices } from "./release-notices.tsx";

prepareApp();

test("a first screen that was left before the notices arrived is a change of the screen, for which the registry is read", async () => {
  const registry: Registry = { schema: 1, remotes: { "mfe-deals": someRelease("mfe-deals", "a") } };
  api.on({ method: "GET", path: "/remotes.json" } as Endpoint, () => ({ status: 200, body: registry }));
  saveSession(someUser());
  let stop = () => {};
  await act(async () => {
    stop = startSession();
  });
  const notices = <ReleaseNotices id="releases" firstPath="/dashboard" />;
  render(<RouterProvider router={createBrowserRouter([{ path: "*", element: notices }])} />);
  await waitFor(() => expect(liveRegistry.current()).toEqual(registry));
  stop();
});
