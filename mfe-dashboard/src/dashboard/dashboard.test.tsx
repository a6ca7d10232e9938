import { readFigures, readOnboarding, saveOnboarding } from "@souffleur/contracts";
import { localDay } from "@souffleur/shared-ui/figures";
import { refused, someUser, testPage } from "@souffleur/shared-ui/testing";
import { noFigures, someFigures } from "@souffleur/shared-ui/testing/figures";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import remote from "../routes.tsx";

const organization = { id: "org-1", name: "Lumière Télécom", industryType: "technology" } as const;

const quickActions = [
  { label: "Create Deal", order: 1, icon: "deal" },
  { label: "View Analytics", order: 2, icon: "analytics", to: "/analytics" },
];

const { api, open, button } = testPage(remote, { as: someUser(), quickActions });

const loaded = () => screen.findByText("1,247");

test("welcomes by first name, and an unnamed user as Agent, with today's date", async () => {
  await open("/dashboard");
  expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Camille" })).toBeVisible();
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "full" }).format(new Date());
  expect(screen.getByText(today)).toBeVisible();
  cleanup();
  await open("/dashboard", { as: someUser({ firstName: "" }) });
  expect(screen.getByRole("heading", { level: 1, name: "Welcome back, Agent" })).toBeVisible();
});

test("loads for a second, then shows the six figures", async () => {
  await open("/dashboard");
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
    const tile = screen.getByText(label).closest("div");
    expect(within(tile as HTMLElement).getByText(value)).toBeVisible();
  }
});

test("needs no network", async () => {
  const { queryClient } = await open("/dashboard");
  await loaded();
  window.dispatchEvent(new Event("offline"));
  act(() => void queryClient.resetQueries());
  expect(await screen.findByRole("status", { name: "Loading dashboard" })).toBeInTheDocument();
  expect(await loaded()).toBeVisible();
  window.dispatchEvent(new Event("online"));
});

test("lists activities with type, status and age", async () => {
  await open("/dashboard");
  await loaded();
  const [first, , third, , fifth] = within(
    screen.getByRole("region", { name: "Recent Activity" }),
  ).getAllByRole("listitem");
  expect(within(first as HTMLElement).getByRole("img", { name: "Call" })).toBeVisible();
  expect(first).toHaveTextContent("Success");
  expect(first).toHaveTextContent("12 min ago");
  expect(third).toHaveTextContent("3 hours ago");
  expect(fifth).toHaveTextContent("Cancelled");
  expect(fifth).toHaveTextContent("2 days ago");
});

test("a quick action opens its screen, and one without a screen is not available yet", async () => {
  const { user, router } = await open("/dashboard");
  const create = button("Create Deal");
  expect(create).toHaveAccessibleDescription("Soon");
  expect(create).toBeEnabled();
  expect(create).not.toHaveAttribute("aria-disabled");
  await user.click(create);
  expect(await screen.findByRole("tooltip")).toHaveTextContent("Soon");
  expect(router.state.location.pathname).toBe("/dashboard");
  await user.click(button("View Analytics"));
  expect(router.state.location.pathname).toBe("/analytics");
});

test("the switch shows the user's own calls or the samples, is set in the address and stored", async () => {
  const first = { isFirst: false, isClosed: true, steps: [], marks: [], turnsFigures: false };
  api.answer(readOnboarding, () => ({ data: { ...first, figures: "sample" as const } }));
  api.answer(saveOnboarding, () => ({ data: { ...first, figures: "calls" as const } }));
  const some = someFigures("30d");
  const figures = { ...some, dashboard: { ...some.dashboard, currency: "EUR" } };
  api.answer(readFigures, () => ({ data: figures }));
  const { user, address, router } = await open("/dashboard", { organization });
  await loaded();
  expect(screen.getByRole("radio", { name: "Sample data" })).toBeChecked();
  expect(api.callsOf(readFigures)).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "Our calls" }));
  const chart = await screen.findByRole("table", { name: "Calls of the last 30 days" });
  expect(
    within(chart)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["Won", "Open", "Lost"]);
  expect(within(chart).getAllByRole("row")).toHaveLength(16);
  const tile = (name: string) => screen.getByText(name, { selector: "dt span" }).closest("div");
  expect(tile("Total Calls")).toHaveTextContent("312+11.4%");
  expect(tile("Avg Duration")).toHaveTextContent("6:05+7.0%");
  expect(tile("Conversion %")).toHaveTextContent("50.9%+9.7 pts");
  expect(tile("Revenue")).toHaveTextContent("€48,600");
  const from = localDay(figures.analytics.recentTrends[0]?.from ?? 0);
  expect(screen.getByRole("link", { name: "118" })).toHaveAttribute(
    "href",
    `/analytics/calls?outcome=successful&status=ended&from=${from}`,
  );
  expect(screen.getByText("Your calls")).toBeVisible();
  expect(screen.getByRole("link", { name: "Deal with Hélène Vasseur" })).toHaveAttribute(
    "href",
    "/analytics/calls/call-2",
  );
  const [asked] = api.callsOf(readFigures);
  expect(asked?.query.get("range")).toBe("30d");
  expect(asked?.query.get("timeZone")).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(address()).toBe("/dashboard?figures=calls");

  await act(() => router.navigate("/dashboard"));
  expect(screen.getByRole("radio", { name: "Our calls" })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "Sample data" }));
  expect(await loaded()).toBeVisible();
  expect(address()).toBe("/dashboard");
  await act(() => router.navigate("/dashboard?figures=calls"));
  expect(screen.getByRole("radio", { name: "Our calls" })).toBeChecked();
});

test.each([
  ["without a decided call", [0, 0], [0, 0], "–"],
  ["without one before", [1, 1], [0, 0], "50%"],
  ["without one now", [0, 0], [1, 1], "–"],
  ["with one that was lost", [0, 2], [0, 0], "0%"],
  ["with some in both", [1, 1], [1, 3], "50%+25.0 pts"],
] as const)("the own conversion %s", async (_name, now, before, text) => {
  const { analytics, dashboard, previous } = someFigures("30d");
  const rate = ([won, lost]: readonly [number, number]) =>
    won + lost === 0 ? 0 : (100 * won) / (won + lost);
  const deals = ([successful, lost]: readonly [number, number]) => ({
    successful,
    lost,
    open: 9,
    failed: 9 + lost,
  });
  const [point] = analytics.previousTrends;
  if (point === undefined) throw new Error("no trend");
  api.answer(readFigures, () => ({
    data: {
      activity: [],
      dashboard: { ...dashboard, conversionRate: rate(now) },
      previous: { ...previous, conversionRate: rate(before) },
      analytics: {
        ...analytics,
        callVolume: { ...analytics.callVolume, ...deals(now) },
        previousTrends: [{ ...point, ...deals(before) }],
      },
    },
  }));
  await open("/dashboard?figures=calls", { organization });
  const tile = (await screen.findByText("Conversion %", { selector: "dt span" })).closest("div");
  await waitFor(() => expect(tile).toHaveTextContent(/%.+/));
  expect(tile).toHaveTextContent(`Conversion %${text}`);
  expect(tile?.textContent?.endsWith(text)).toBe(true);
});

test("without calls there is one text and one action; a platform administrator gets the reason", async () => {
  api.answer(readFigures, () => ({ data: noFigures("30d") }));
  await open("/dashboard?figures=calls", { as: someUser({ role: "supervisor" }), organization });
  expect(await screen.findByText("No calls in the last 30 days.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open Live Call" })).toHaveAttribute("href", "/live-call");
  expect(screen.getByText("Your organization")).toBeVisible();
  cleanup();
  await open("/dashboard?figures=calls", { as: someUser({ role: "admin" }) });
  expect(await screen.findByText(/^Platform administrators have no organization/)).toBeVisible();
  expect(screen.getByText("Your calls")).toBeVisible();
});

test("a failure to load the figures is shown; after a failure to update them they stay", async () => {
  api.on(readFigures, () => refused("DATABASE_UNAVAILABLE", "The service is not available."));
  const { user, queryClient } = await open("/dashboard?figures=calls");
  expect(await screen.findByRole("alert")).toHaveTextContent("The figures could not be loaded.");
  api.answer(readFigures, () => ({ data: someFigures("30d") }));
  await user.click(button("Retry"));
  expect((await screen.findAllByText("312"))[0]).toBeVisible();

  api.on(readFigures, () => refused("DATABASE_UNAVAILABLE", "The service is not available."));
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText("The figures could not be updated.")).toBeVisible();
  expect(screen.getAllByText("312")[0]).toBeVisible();
  api.answer(readFigures, () => ({ data: someFigures("30d") }));
  // The toaster captures the pointer, which jsdom does not support.
  fireEvent.click(button("Retry"));
  await waitFor(() =>
    expect(screen.queryByText("The figures could not be updated.")).not.toBeInTheDocument(),
  );
});
