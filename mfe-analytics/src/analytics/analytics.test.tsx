import { listCallAgents, readFigures } from "@souffleur/contracts";
import { refused, someUser } from "@souffleur/shared-ui/testing";
import { noFigures, someFigures } from "@souffleur/shared-ui/testing/figures";
import { act, screen, waitFor, within } from "@testing-library/react";
import { api, button, open } from "../testing/page.ts";

const loaded = () => screen.findByRole("img", { name: "Call Volume chart" });

test("the sections load with placeholders; each chart can be replaced by a table", async () => {
  const { user } = await open("/analytics");
  expect(screen.getByRole("status", { name: "Loading analytics" })).toBeVisible();
  await loaded();
  for (const title of [
    "Conversion",
    "Average Duration",
    "Revenue vs Target",
    "Call Success Analysis",
    "Revenue Insights",
  ]) {
    const section = within(screen.getByRole("region", { name: title }));
    expect(section.getByRole("img", { name: `${title} chart` })).toBeInTheDocument();
    await user.click(section.getByRole("button", { name: "Show as a table" }));
    expect(section.getByRole("table", { name: `${title} table` })).toBeVisible();
    expect(section.queryByRole("img")).not.toBeInTheDocument();
    await user.click(section.getByRole("button", { name: "Show as a chart" }));
    expect(section.getByRole("img", { name: `${title} chart` })).toBeInTheDocument();
  }
  expect(screen.getByRole("img", { name: "Top Performers chart" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Top performers table" })).toBeVisible();
});

test("the rows of the others and of the team stay below the top performers in every sort order", async () => {
  const { user } = await open("/analytics");
  await loaded();
  const table = screen.getByRole("table", { name: "Top performers table" });
  await user.click(within(table).getByRole("button", { name: "Name" }));
  const rows = within(table).getAllByRole("row");
  expect(rows.at(1)).toHaveTextContent("Aïcha Benali");
  expect(rows.at(-2)).toHaveTextContent("18 others");
  expect(rows.at(-1)).toHaveTextContent("All 24 agents");
  expect(rows.at(-1)).toHaveTextContent("1,247");
  expect(rows.at(-1)).toHaveTextContent("$125,840");
});

test("a table has its days, each series, the total and the previous period", async () => {
  const data = someFigures("30d");
  const recentTrends = data.analytics.recentTrends.map((point, index) => ({
    ...point,
    from: new Date(2026, 9, 1 + 2 * index).getTime(),
  }));
  api.answer(readFigures, () => ({ data: { ...data, analytics: { ...data.analytics, recentTrends } } }));
  const { user } = await open("/analytics?figures=calls");
  await loaded();
  const rowsOf = async (title: string) => {
    const section = within(screen.getByRole("region", { name: title }));
    await user.click(section.getByRole("button", { name: "Show as a table" }));
    return section.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  };
  const volume = await rowsOf("Call Volume");
  expect(volume[0]).toEqual(["Days", "Won", "Open", "Lost", "Total", "Previous 30 days"]);
  expect(volume[4]).toEqual([expect.stringMatching(/^Oct 7\s–\s8$/), "1", "0", "2", "3", "3"]);
  expect(volume.at(-1)?.[0]).toMatch(/^Oct 29\s–\s30$/);
  // Without a call there is no rate, which is not 0 %.
  expect((await rowsOf("Conversion"))[5]?.slice(1)).toEqual(["–", "–"]);
});

test("Print opens the browser's print dialog once the figures are loaded", async () => {
  const print = jest.fn();
  window.print = print;
  const { user } = await open("/analytics");
  expect(button("Print")).toHaveAttribute("aria-disabled", "true");
  await loaded();
  await user.click(button("Print"));
  expect(print).toHaveBeenCalledTimes(1);
});

test("30 days is the default; another range is set in the address, stored, and used without one there", async () => {
  const { user, router, address } = await open("/analytics?range=1000d");
  expect(screen.getByRole("radio", { name: "30 Days" })).toBeChecked();
  await user.click(screen.getByRole("radio", { name: "7 Days" }));
  expect(address()).toBe("/analytics?range=7d");
  expect(localStorage.getItem("souffleur.analytics.range")).toBe("7d");
  await act(() => router.navigate("/analytics"));
  expect(address()).toBe("/analytics");
  expect(screen.getByRole("radio", { name: "7 Days" })).toBeChecked();
  await act(() => router.navigate("/analytics?range=90d"));
  expect(screen.getByRole("radio", { name: "90 Days" })).toBeChecked();
});

test("a header sorts the top performers, and a second press reverses the order", async () => {
  const { user } = await open("/analytics");
  await loaded();
  const table = screen.getByRole("table", { name: "Top performers table" });
  const calls = () =>
    within(within(table).getAllByRole("rowgroup")[1] as HTMLElement)
      .getAllByRole("row")
      .map((row) => Number(within(row).getAllByRole("cell")[0]?.textContent));
  await user.click(within(table).getByRole("button", { name: "Calls" }));
  expect(calls()).toEqual(calls().toSorted((one, other) => other - one));
  expect(within(table).getByRole("columnheader", { name: "Calls" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await user.click(within(table).getByRole("button", { name: "Calls" }));
  expect(calls()).toEqual(calls().toSorted((one, other) => one - other));
});

test("the switch shows the charts of the user's own calls in the chosen range", async () => {
  const ranges: unknown[] = [];
  api.answer(readFigures, ({ query }) => {
    ranges.push(query.get("range"));
    return { data: someFigures(query.get("range") === "7d" ? "7d" : "30d") };
  });
  const { user, address } = await open("/analytics");
  await loaded();
  await user.click(screen.getByRole("radio", { name: "Our calls" }));
  expect(await screen.findByText("Your calls, last 30 days")).toBeVisible();
  expect(await screen.findByText("118 won")).toBeVisible();
  expect(screen.getByText("118 won, 80 open, 114 lost")).toBeVisible();
  expect(screen.getByText("118 won of 232 won or lost")).toBeVisible();
  expect(screen.getByRole("link", { name: "312" })).toHaveAttribute(
    "href",
    expect.stringMatching(/^\/analytics\/calls\?status=ended&from=\d{4}-\d\d-\d\d$/),
  );
  const table = within(screen.getByRole("table", { name: "Top performers table" }));
  expect(table.getAllByRole("row").at(-1)).toHaveTextContent("All 4 agents");
  expect(table.queryByText(/other/)).not.toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "7 Days" }));
  expect(address()).toBe("/analytics?figures=calls&range=7d");
  expect(await screen.findByText("Your calls, last 7 days")).toBeVisible();
  expect(ranges).toEqual(["30d", "7d"]);
});

test("the figures of one agent are those of the address", async () => {
  api.answer(listCallAgents, () => ({ data: { agents: [{ agentId: "user-7", agentName: "Zoé Petit" }] } }));
  const asked: (string | null)[] = [];
  api.answer(readFigures, ({ query }) => {
    asked.push(query.get("agentId"));
    return { data: someFigures("30d") };
  });
  const { user, address } = await open("/analytics?figures=calls", {
    as: someUser({ role: "supervisor" }),
    organization: { id: "org-1", name: "Lumière", industryType: "media" },
  });
  await screen.findByRole("option", { name: "Zoé Petit" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Agent" }), "Zoé Petit");
  expect(address()).toBe("/analytics?figures=calls&agent=user-7");
  await waitFor(() => expect(asked).toEqual([null, "user-7"]));
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "312" })).toHaveAttribute(
      "href",
      expect.stringMatching(/\?agent=user-7&status=ended&from=/),
    ),
  );
});

test("without calls in the previous period there is no change and no target", async () => {
  const data = someFigures("30d", 0);
  const analytics = { ...data.analytics, previousTrends: [] };
  api.answer(readFigures, () => ({ data: { ...data, analytics } }));
  await open("/analytics?figures=calls");
  await loaded();
  expect(screen.getByText("No calls in the previous period")).toBeVisible();
  expect(screen.getByText("No target: no revenue in the previous period")).toBeVisible();
  expect(screen.getByText("No revenue in the previous period")).toBeVisible();
  expect(document.body).not.toHaveTextContent(/NaN|Infinity/);
});

test("own figures are in the organization's currency, and name what was won in others", async () => {
  const { analytics, ...data } = someFigures("30d");
  const others = [
    { currency: "CHF", revenue: 900 },
    { currency: "USD", revenue: 1200 },
  ];
  const revenue = { ...analytics.revenue, currency: "EUR", others };
  api.answer(readFigures, () => ({ data: { ...data, analytics: { ...analytics, revenue } } }));
  await open("/analytics?figures=calls");
  await loaded();
  expect(screen.getByRole("link", { name: "€48,600" })).toBeVisible();
  expect(
    within(screen.getByRole("table", { name: "Top performers table" })).getByText("€12,000"),
  ).toBeVisible();
  expect(screen.getByText(/^Not included: CHF.900 and \$1,200 in other currencies\.$/u)).toBeVisible();
});

test("without a decided call there is no rate", async () => {
  const data = someFigures("30d");
  const [first, ...others] = data.analytics.topPerformers;
  if (first === undefined) throw new Error("nobody");
  const analytics = {
    ...data.analytics,
    conversionRate: 0,
    callVolume: { ...data.analytics.callVolume, successful: 0, open: 312, lost: 0 },
    topPerformers: [{ ...first, name: "Zoé Petit", conversions: 0, lost: 0 }, ...others],
  };
  api.answer(readFigures, () => ({ data: { ...data, analytics } }));
  const { user } = await open("/analytics?figures=calls");
  await loaded();
  const card = within(screen.getByRole("region", { name: "Conversion" }));
  expect(card.getByText("0 won of 0 won or lost")).toBeVisible();
  expect(card.getAllByRole("link").map(({ textContent }) => textContent)).toContain("–");
  const table = within(screen.getByRole("table", { name: "Top performers table" }));
  expect(table.getByRole("row", { name: /Zoé Petit/ })).toHaveTextContent(/–/);
  await user.click(table.getByRole("button", { name: "Rate" }));
  expect(table.getAllByRole("row").at(others.length + 1)).toHaveTextContent("Zoé Petit");
  expect(document.body).not.toHaveTextContent(/NaN|undefined/);
});

test("without calls there is one line and one action, and a failure has Retry", async () => {
  api.on(readFigures, () => refused("DATABASE_UNAVAILABLE", "The service is not available."));
  const { user } = await open("/analytics?figures=calls");
  expect(await screen.findByRole("alert")).toHaveTextContent("The figures could not be loaded.");
  api.answer(readFigures, () => ({ data: noFigures("30d") }));
  await user.click(button("Retry"));
  expect(await screen.findByRole("link", { name: "Open Live Call" })).toBeVisible();
  expect(button("Print")).toHaveAttribute("aria-disabled", "true");
});
