import { refresh } from "@souffleur/contracts";
import { deferred, refused, someUser } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import { address, api, openApp, prepareApp } from "../testing/open-app.tsx";

prepareApp();

// A separate file, because the session is unknown only once per page: right after it was opened.
test("a loading screen is shown during the renewal, and if that fails the sign-in page shows the reason and knows the path", async () => {
  const [asked, answer] = [deferred(), deferred()];
  api.on(refresh, async () => {
    asked.resolve();
    await answer.promise;
    return refused("SESSION_EXPIRED", "Session expired.");
  });
  await openApp("/analytics?range=7d", someUser(), -10);
  await asked.promise;
  expect(screen.getByRole("status", { name: "Loading" })).toBeVisible();
  expect(address()).toBe("/analytics?range=7d");
  answer.resolve();
  await screen.findByRole("alert");
  expect(address()).toBe(`/login?error=${encodeURIComponent("Session expired. Please log in again.")}`);
  expect(window.history.state.usr).toEqual({ from: "/analytics?range=7d" });
});
