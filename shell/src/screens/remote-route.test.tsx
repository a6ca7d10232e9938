import {
  type ActiveRelease,
  type Endpoint,
  type Manifest,
  type Registry,
  specifiedManifests,
} from "@souffleur/contracts";
import { someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBrowserRouter, Link, RouterProvider, useParams } from "react-router-dom";
import { liveRegistry } from "../releases/registry.ts";
import { releaseFor } from "../releases/release-for.ts";
import { address, openApp } from "../testing/open-app.tsx";
import { ScreenRoute } from "./remote-route.tsx";

const deals: Manifest = {
  owns: ["/deals"],
  screens: [
    {
      path: "/deals",
      title: "Deals",
      access: "session",
      skeleton: "table",
      navigation: { order: 15, icon: "deal", key: "e" },
    },
    { path: "/deals/export", title: "Export deals", access: "exportData", skeleton: "table" },
    { path: "/deals/:dealId", title: "Deal", access: "session", skeleton: "table" },
  ],
  menu: [
    { label: "My deals", order: 1, icon: "deal", to: "/deals" },
    { label: "Export deals", order: 2, icon: "deal", to: "/deals/export" },
  ],
};

const release = (name: string, version: string, manifest?: Manifest): ActiveRelease => ({
  name,
  version,
  global: name.replaceAll("-", "_"),
  entry: "remoteEntry.js",
  scripts: [],
  styles: [],
  integrity: {},
  contract: { "shared-ui": "0.1.0", contracts: "0.1.0", react: "19.0.0", router: "7.0.0", query: "5.0.0" },
  base: `/remotes/${name}/${version}/`,
  manifest,
});
const nothing: Registry = { schema: 1, remotes: {} };
const withDeals: Registry = { schema: 1, remotes: { "mfe-deals": release("mfe-deals", "a", deals) } };

let api: Awaited<ReturnType<typeof startApi>>;
let stop: (() => void) | undefined;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  // No remote's files are served here: every screen is its card, under its title.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  window.scrollTo = jest.fn();
  navigator.sendBeacon = jest.fn();
});
afterEach(() => {
  stop?.();
  jest.restoreAllMocks();
});

/** What is live from now on, and known to the page. */
async function publish(registry: Registry): Promise<void> {
  api.on({ method: "GET", path: "/remotes.json" } as Endpoint, () => ({ status: 200, body: registry }));
  await act(async () => void (await liveRegistry.refresh()));
}

async function open(path: string, registry: Registry, user = someUser()): Promise<void> {
  await publish(registry);
  stop = await openApp(path, user);
}

const links = () =>
  within(screen.getByRole("navigation", { name: "Main" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("a screen that a remote brings stands in the bar, in the list of keys and under its own title", async () => {
  await open("/dashboard", withDeals);
  expect(links()).toEqual(["Dashboard", "Deals", "Live Call", "Analytics"]);
  await userEvent.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(list).getByText("Deals").parentElement).toHaveTextContent("geDeals");
  await userEvent.keyboard("{Escape}ge");
  expect(address()).toBe("/deals");
  expect(document.title).toBe("Deals · Souffleur");
  expect(await screen.findByRole("heading", { level: 1, name: "Deals" })).toBeVisible();
});

test("an open page has a new screen as soon as it knows of it, and it goes again with a notice", async () => {
  await open("/dashboard", nothing);
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics"]);
  await publish(withDeals);
  await userEvent.click(screen.getByRole("link", { name: "Deals" }));
  expect(address()).toBe("/deals");
  await publish(nothing);
  expect(address()).toBe("/dashboard");
  expect(await screen.findByText("Deals is no longer available.")).toBeVisible();
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("a path below a remote's own that none of its screens has leads to the dashboard without a notice", async () => {
  await open("/deals/7/notes", withDeals);
  expect(address()).toBe("/dashboard");
  expect(screen.queryByText(/no longer available/)).not.toBeInTheDocument();
});

test("a screen that wants a capability is open to the roles that have it, and leads others to the dashboard", async () => {
  await open("/deals/export", withDeals, someUser({ role: "analyst" }));
  expect(address()).toBe("/deals/export");
  stop?.();
  document.body.innerHTML = "";
  await open("/deals/export", withDeals, someUser({ role: "agent" }));
  expect(address()).toBe("/dashboard");
});

test("a visitor who signs in comes back to a screen that a remote brings", async () => {
  await publish(withDeals);
  stop = await openApp("/deals/7");
  expect(address()).toBe("/login");
  expect(window.history.state.usr).toEqual({ from: "/deals/7" });
});

test("the user menu has the remotes' entries whose screens this user may open", async () => {
  await open("/dashboard", withDeals);
  await userEvent.click(screen.getByRole("button", { name: "Open user menu" }));
  expect(screen.queryByRole("menuitem", { name: "Export deals" })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("menuitem", { name: "My deals" }));
  expect(address()).toBe("/deals");
});

test("a canary's screen is there for its users alone", async () => {
  const { "mfe-analytics": analytics } = specifiedManifests;
  const canary = { ...analytics, screens: [...(analytics?.screens ?? []), ...deals.screens], owns: [] };
  const registry: Registry = {
    schema: 1,
    remotes: { "mfe-analytics": release("mfe-analytics", "a") },
    canaries: { "mfe-analytics": { share: 50, release: release("mfe-analytics", "b", canary) } },
  };
  const users = Array.from({ length: 20 }, (_, index) => someUser({ id: `user-${index}` }));
  const has = (id: string) => releaseFor(registry, "mfe-analytics", id)?.version === "b";
  const [inside, outside] = [users.find(({ id }) => has(id)), users.find(({ id }) => !has(id))];
  await open("/deals", registry, inside);
  expect(address()).toBe("/deals");
  expect(links()).toEqual(["Dashboard", "Deals", "Live Call", "Analytics"]);
  stop?.();
  document.body.innerHTML = "";
  await open("/deals", registry, outside);
  expect(address()).toBe("/dashboard");
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("a registry of releases from before manifests brings the specification's screens", async () => {
  const names = ["mfe-auth", "mfe-dashboard", "mfe-live-call", "mfe-analytics", "mfe-admin"];
  await open(
    "/admin/users",
    { schema: 1, remotes: Object.fromEntries(names.map((name) => [name, release(name, "a")])) },
    someUser({ role: "manager" }),
  );
  expect(address()).toBe("/admin/users");
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics", "User Management"]);
});

function Deal() {
  return <Link to="notes">Notes of {useParams().dealId}</Link>;
}

test("a screen has its path's parameters, and links that are relative to its own path", async () => {
  window.history.replaceState(null, "", "/deals/7");
  const router = createBrowserRouter([
    {
      path: "*",
      element: (
        <ScreenRoute path="/deals/:dealId">
          <Deal />
        </ScreenRoute>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  expect(screen.getByRole("link", { name: "Notes of 7" })).toHaveAttribute("href", "/deals/7/notes");
});
