import { type Endpoint, type Manifest, type Registry, specifiedManifests } from "@souffleur/contracts";
import { someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBrowserRouter, Link, RouterProvider, useParams, useRoutes } from "react-router-dom";
import { liveRegistry } from "../releases/registry.ts";
import { releaseFor } from "../releases/release-for.ts";
import { address, api, links, openApp, prepareApp } from "../testing/open-app.tsx";
import { someRelease } from "../testing/some-release.ts";
import { routesOf } from "./remote-routes.tsx";

prepareApp();

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

const nothing: Registry = { schema: 1, remotes: {} };
const dealsRelease = someRelease("mfe-deals", "a", { manifest: deals });
const withDeals: Registry = { schema: 1, remotes: { "mfe-deals": dealsRelease } };

/** Makes a registry the live one, and lets the page fetch it. */
async function publish(registry: Registry): Promise<void> {
  api.on({ method: "GET", path: "/remotes.json" } as Endpoint, () => ({ status: 200, body: registry }));
  await act(async () => void (await liveRegistry.refresh()));
}

async function open(path: string, registry: Registry, user = someUser()): Promise<() => void> {
  await publish(registry);
  return openApp(path, user);
}

test("a remote's screen has a link in the top bar, a shortcut and its own title", async () => {
  await open("/dashboard", withDeals);
  expect(links()).toEqual(["Dashboard", "Deals", "Live Call", "Analytics"]);
  await userEvent.keyboard("?");
  const list = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(list).getByText("Deals").parentElement).toHaveTextContent("geDeals");
  await userEvent.keyboard("{Escape}");
  // At once: the second key has a second, which a busy machine may take to acknowledge the first one.
  for (const key of "ge") fireEvent.keyDown(document.body, { key });
  expect(address()).toBe("/deals");
  expect(document.title).toBe("Deals · Souffleur");
  // The skeleton's heading is replaced by that of the screen, here of its failure.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Deals" })).toBeVisible());
});

test("an open page shows a new screen once the registry names it, and a notice once it is removed", async () => {
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

test("a path of a remote without a screen leads to the dashboard without a notice", async () => {
  await open("/deals/7/notes", withDeals);
  expect(address()).toBe("/dashboard");
  expect(screen.queryByText(/no longer available/)).not.toBeInTheDocument();
});

test("a screen that needs a capability is open to the roles that have it, and redirects others to the dashboard", async () => {
  const stop = await open("/deals/export", withDeals, someUser({ role: "analyst" }));
  expect(address()).toBe("/deals/export");
  stop();
  document.body.innerHTML = "";
  await open("/deals/export", withDeals, someUser({ role: "agent" }));
  expect(address()).toBe("/dashboard");
});

test("the sign-in page knows a visitor's path to a remote's screen", async () => {
  await publish(withDeals);
  await openApp("/deals/7");
  expect(address()).toBe("/login");
  expect(window.history.state.usr).toEqual({ from: "/deals/7" });
});

test("the user menu has the remotes' entries that lead to screens which the user may open", async () => {
  await open("/dashboard", withDeals);
  await userEvent.click(screen.getByRole("button", { name: "Open user menu" }));
  expect(screen.queryByRole("menuitem", { name: "Export deals" })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole("menuitem", { name: "My deals" }));
  expect(address()).toBe("/deals");
});

test("a canary's screen exists for its users only", async () => {
  const { "mfe-analytics": analytics } = specifiedManifests;
  const canary = { ...analytics, screens: [...(analytics?.screens ?? []), ...deals.screens], owns: [] };
  const registry: Registry = {
    schema: 1,
    remotes: { "mfe-analytics": someRelease("mfe-analytics", "a") },
    canaries: {
      "mfe-analytics": { share: 50, release: someRelease("mfe-analytics", "b", { manifest: canary }) },
    },
  };
  const users = Array.from({ length: 20 }, (_, index) => someUser({ id: `user-${index}` }));
  const has = (id: string) => releaseFor(registry, "mfe-analytics", id)?.version === "b";
  const [inside, outside] = [users.find(({ id }) => has(id)), users.find(({ id }) => !has(id))];
  const stop = await open("/deals", registry, inside);
  expect(address()).toBe("/deals");
  expect(links()).toEqual(["Dashboard", "Deals", "Live Call", "Analytics"]);
  stop();
  document.body.innerHTML = "";
  await open("/deals", registry, outside);
  expect(address()).toBe("/dashboard");
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics"]);
});

test("a registry of releases without manifests has the specification's screens", async () => {
  const names = ["mfe-auth", "mfe-dashboard", "mfe-live-call", "mfe-analytics", "mfe-admin"];
  await open(
    "/admin/users",
    { schema: 1, remotes: Object.fromEntries(names.map((name) => [name, someRelease(name, "a")])) },
    someUser({ role: "manager" }),
  );
  expect(address()).toBe("/admin/users");
  expect(links()).toEqual(["Dashboard", "Live Call", "Analytics", "User Management"]);
});

const dealsScreens = deals.screens.map((one) => ({ ...one, remote: "mfe-deals" }));

function Deal() {
  return <Link to="notes">Notes of {useParams().dealId}</Link>;
}

function DealsRoutes() {
  return useRoutes(routesOf(dealsScreens, Deal));
}

test("a screen gets its path's parameters, and its links are relative to its own path", async () => {
  window.history.replaceState(null, "", "/deals/7");
  render(<RouterProvider router={createBrowserRouter([{ path: "*", element: <DealsRoutes /> }])} />);
  expect(screen.getByRole("link", { name: "Notes of 7" })).toHaveAttribute("href", "/deals/7/notes");
});
