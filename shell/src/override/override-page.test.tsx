import { type Endpoint, type RemoteOverride, setRemoteOverride } from "@souffleur/contracts";
import { refused } from "@souffleur/shared-ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { liveRegistry } from "../releases/registry.ts";
import { setOwnManifest } from "../screens/screens.ts";
import { address, api, openApp, prepareApp } from "../testing/open-app.tsx";
import { someRelease } from "../testing/some-release.ts";

prepareApp();

/** The page as the server sends it to a browser with these overrides. */
function replace(...overrides: RemoteOverride[]): void {
  const element = document.createElement("script");
  Object.assign(element, { type: "application/json", id: "souffleur-overrides" });
  element.textContent = JSON.stringify(overrides);
  document.body.append(element);
}
afterEach(() => document.getElementById("souffleur-overrides")?.remove());

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

test("the question says what stays replaced, and what the address takes the place of", async () => {
  replace(
    { remote: "mfe-auth", address: "http://127.0.0.1:4200" },
    { remote: "mfe-admin", address: "http://127.0.0.1:4101" },
  );
  await openApp(linkTo("http://127.0.0.1:4100"));
  expect(await screen.findByText(/^This takes the place of http:\/\/127\.0\.0\.1:4101,/)).toBeVisible();
  const others = "What is replaced already stays so: mfe-auth (http://127.0.0.1:4200).";
  expect(screen.getByText(others)).toBeVisible();
});

test("a link that is confirmed already leads to the first screen that its remote.json brings, also of an unreleased remote", async () => {
  const screenOf = (path: string) => ({ path, title: "Deals", access: "public", skeleton: "table" }) as const;
  const manifest = { owns: ["/deals"], screens: [screenOf("/deals/:dealId"), screenOf("/deals")] };
  const registry = { schema: 1, remotes: { "mfe-deals": someRelease("mfe-deals", "dev") } };
  api.on({ method: "GET", path: "/remotes.json" } as Endpoint, () => ({ status: 200, body: registry }));
  await act(async () => void (await liveRegistry.refresh()));
  setOwnManifest("mfe-deals", manifest);
  replace({ remote: "mfe-deals", address: "http://127.0.0.1:4100" });
  await openApp(linkTo("http://127.0.0.1:4100").replace("mfe-admin", "mfe-deals"));
  await waitFor(() => expect(address()).toBe("/deals"));
});
