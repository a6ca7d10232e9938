import { setRemoteOverride } from "@souffleur/contracts";
import { refused } from "@souffleur/shared-ui/testing";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { api, openApp, prepareApp } from "../testing/open-app.tsx";

prepareApp();

const linkTo = (address: string) =>
  `/remote-override?${new URLSearchParams({ remote: "mfe-admin", address })}`;

test.each([
  ["another machine's address", linkTo("http://192.168.1.7:4100"), "Address must be one of this machine"],
  ["nothing", "/remote-override", "This link can't be used."],
])("a link with %s is refused with its reason, and asks nothing", async (_what, path, reason) => {
  await openApp(path);
  expect(await screen.findByRole("alert")).toHaveTextContent(reason);
  expect(screen.queryByRole("button", { name: "Replace it" })).not.toBeInTheDocument();
});

test("a deployment that takes no remotes says so when the question is confirmed", async () => {
  const reason = "Set REMOTE_OVERRIDES=localhost to allow them.";
  api.on(setRemoteOverride, () => refused("FORBIDDEN", reason));
  await openApp(linkTo("http://127.0.0.1:4100"));
  await userEvent.click(await screen.findByRole("button", { name: "Replace it" }));
  expect(await screen.findByText(reason)).toBeVisible();
});
