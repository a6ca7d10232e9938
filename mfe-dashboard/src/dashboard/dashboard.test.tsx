import { renderApp, someUser } from "@souffleur/shared-ui/testing";
import { act, screen, within } from "@testing-library/react";
import remote from "../routes.tsx";

let stop = () => {};
afterEach(() => stop());

const quickActions = [
  { label: "Create Deal", order: 1, icon: "deal" },
  { label: "View Analytics", order: 2, icon: "analytics", to: "/analytics" },
];

async function open(user = someUser()) {
  const app = await renderApp(remote, { path: "/dashboard", as: user, quickActions });
  stop = app.stop;
  return app;
}

const loaded = () => screen.findByText("1,247");

test("welcomes by first name, and an unnamed user as Agent", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Camille" })).toBeVisible();
  stop();
  document.body.innerHTML = "";
  await open(someUser({ firstName: "" }));
  expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Agent" })).toBeVisible();
});

test("shows today's date", async () => {
  await open();
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "full" }).format(new Date());
  expect(screen.getByText(today)).toBeVisible();
});

test("loads for a second, then shows the six figures", async () => {
  await open();
  expect(screen.getByRole("status", { name: "Loading dashboard" })).toBeInTheDocument();
  await loaded();
  expect(screen.queryByRole("status", { name: "Loading dashboard" })).not.toBeInTheDocument();
  for (const [label, value] of [
    ["Total Calls", "1,247"],
    ["Successful", "892"],
    ["Avg Duration", "4:32"],
    ["Conversion %", "71.5%"],
    ["Revenue", "$125,840"],
    ["Active Agents", "24"],
  ] as const) {
    const tile = screen.getByText(label).parentElement;
    expect(within(tile as HTMLElement).getByText(value)).toBeVisible();
  }
});

test("needs no network", async () => {
  const { queryClient } = await open();
  await loaded();
  window.dispatchEvent(new Event("offline"));
  act(() => void queryClient.resetQueries());
  expect(await screen.findByRole("status", { name: "Loading dashboard" })).toBeInTheDocument();
  expect(await loaded()).toBeVisible();
  window.dispatchEvent(new Event("online"));
});

test("lists what happened with its kind, status and age", async () => {
  await open();
  await loaded();
  const [first, , third, , fifth] = within(
    screen.getByRole("region", { name: "Recent Activity" }),
  ).getAllByRole("listitem");
  expect(within(first as HTMLElement).getByRole("img", { name: "Call" })).toBeVisible();
  expect(first).toHaveTextContent("Success");
  expect(first).toHaveTextContent("12 min ago");
  expect(third).toHaveTextContent("3 hours ago");
  expect(fifth).toHaveTextContent("Cancelled");
  expect(fifth).toHaveTextContent("1 day ago");
});

test("a quick action goes where its remote says, and one without a screen says that it does nothing yet", async () => {
  const { user, router } = await open();
  const create = screen.getByRole("button", { name: "Create Deal" });
  expect(create).toHaveAccessibleDescription("Not available yet");
  expect(create).toHaveAttribute("aria-disabled", "true");
  await user.click(create);
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Not available yet");
  expect(router.state.location.pathname).toBe("/dashboard");
  await user.click(screen.getByRole("button", { name: "View Analytics" }));
  expect(router.state.location.pathname).toBe("/analytics");
});
