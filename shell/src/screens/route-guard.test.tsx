import { refresh } from "@souffleur/contracts";
import { refused, someUser, startApi } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import { address, openApp } from "../testing/open-app.tsx";

// A file of its own: the session of a page that has just been opened is not known yet, and only once.
test("during the renewal there is a loading screen, and where it fails the sign-in page shows why", async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  const api = await startApi();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    api.on(refresh, async () => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      return refused("SESSION_EXPIRED", "Session expired.");
    });
  });
  const stop = await openApp("/dashboard", someUser(), -10);
  await asked;
  expect(screen.getByRole("status", { name: "Loading" })).toBeVisible();
  expect(address()).toBe("/dashboard");
  answer();
  await screen.findByRole("alert");
  expect(address()).toBe(`/login?error=${encodeURIComponent("Session expired. Please log in again.")}`);
  stop();
  await api.close();
});
