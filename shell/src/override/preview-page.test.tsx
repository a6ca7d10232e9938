import { openRemotePreview } from "@souffleur/contracts/previews";
import { ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { address, api, openApp, prepareApp } from "../testing/open-app.tsx";

prepareApp();

const link = "/remote-preview#new-chart.q8Zr1Yw0cJ3mT6uVxKfB2g";
const show = () => screen.findByRole("button", { name: "Show it" });

test("a link without a name asks nothing", async () => {
  await openApp("/remote-preview");
  expect(await screen.findByRole("alert")).toHaveTextContent("This link can't be used.");
  expect(screen.queryByRole("button", { name: "Show it" })).not.toBeInTheDocument();
});

test("a preview is opened by its name and key, once that is confirmed", async () => {
  const preview = {
    name: "new-chart",
    remote: "mfe-admin",
    version: "1",
    until: "2026-01-06T09:00:00.000Z",
    path: "/",
  };
  api.on(openRemotePreview, () => ok(openRemotePreview, { data: preview }));
  await openApp(link, someUser());
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent(
    "Show this preview in this browser?",
  );
  expect(screen.getByRole("definition")).toHaveTextContent("new-chart");
  expect(screen.queryByRole("link", { name: "Sign in first" })).not.toBeInTheDocument();
  const before = api.callsOf(openRemotePreview).length;
  await userEvent.click(await show());
  await waitFor(() => expect(api.callsOf(openRemotePreview)).toHaveLength(before + 1));
  expect(api.callsOf(openRemotePreview).at(-1)?.body).toEqual({
    name: "new-chart",
    key: "q8Zr1Yw0cJ3mT6uVxKfB2g",
  });
});

test("one that has ended says so, and who is not signed in may do that first", async () => {
  const reason = "This preview has ended. Ask its team for a new address.";
  api.on(openRemotePreview, () => refused("NOT_FOUND", reason));
  await openApp(link);
  await userEvent.click(await show());
  expect(await screen.findByText(reason)).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Sign in first" }));
  expect(address()).toBe("/login");
  expect(window.history.state.usr).toEqual({ from: link });
});
