import {
  type CallSummary,
  exportCalls,
  type FoundText,
  listCallAgents,
  listCalls,
  type Organization,
  type User,
} from "@souffleur/contracts";
import { ok, refused, renderApp, someUser, startApi } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import remote from "../routes.tsx";
import { fileReply, savedFiles } from "../testing/saved-files.ts";
import { someCall } from "../testing/stored-calls.ts";

const organization: Organization = { id: "org", name: "Acme" };
const supervisor = someUser({ role: "supervisor" });
const rowPx = 45;

let api: Awaited<ReturnType<typeof startApi>>;
let stop = () => {};
beforeEach(async () => {
  api = await startApi();
  // Without a layout every row would be in view.
  Object.defineProperty(HTMLTableRowElement.prototype, "offsetHeight", { configurable: true, value: rowPx });
  HTMLTableSectionElement.prototype.getBoundingClientRect = () => ({ top: -window.scrollY }) as DOMRect;
  // Called with a position, or as the list does with options.
  window.scrollTo = ((...[to, below]: [ScrollToOptions | number, number?]) => {
    const top = typeof to === "number" ? below : to.top;
    Object.assign(window, { scrollY: top });
    setTimeout(() => fireEvent.scroll(window));
  }) as typeof window.scrollTo;
  Object.assign(window, { scrollY: 0 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  stop();
  await api.close();
});

/** Answers with their agents, and with pages of these calls; the cursor is the number of the calls before. */
function serve(calls: readonly CallSummary[]): void {
  const agents = calls.map(({ agentId, agentName }) => ({ agentId, agentName }));
  api.on(listCallAgents, () => ok(listCallAgents, { data: { agents: agents.slice(0, 1) } }));
  api.on(listCalls, ({ query }) => {
    const first = Number(query.get("cursor") ?? 0);
    const next = first + Number(query.get("limit"));
    return ok(listCalls, {
      data: { calls: calls.slice(first, next), ...(next < calls.length && { nextCursor: String(next) }) },
    });
  });
}

async function open(path = "/analytics/calls", as: User = supervisor) {
  const app = await renderApp(remote, { path, as, organization });
  stop = app.stop;
  return app;
}

const row = async (customer: string) => (await screen.findByText(customer)).closest("tr") as HTMLElement;
/** In the order of arrival; one that the page has given up may arrive after the next. */
const allAsked = () => api.callsOf(listCalls).map(({ query }) => Object.fromEntries(query));
const asked = () => allAsked().at(-1);
const many = (count: number) => Array.from({ length: count }, (_, index) => someCall(index + 1));

test("a call's row has when, agent, customer, source, length, outcome, lines and replies used", async () => {
  serve([
    someCall(1),
    someCall(2, { outcome: "successful", amount: 48_600 }),
    someCall(3, { outcome: undefined }),
    someCall(4, {
      outcome: undefined,
      status: "active",
      source: "simulation",
      endedAt: undefined,
      durationSeconds: undefined,
    }),
  ]);
  await open();
  const cells = async (customer: string) =>
    within(await row(customer))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const [agent, telephone] = ["Camille Moreau", "Telephone"];
  expect(await cells("Customer 1")).toEqual([
    agent,
    "Customer 1",
    telephone,
    "00:12:34",
    "Follow-up",
    "42",
    "3",
  ]);
  expect(await cells("Customer 2")).toContain("Successful · $48,600");
  expect(await cells("Customer 3")).toContain("To wrap up");
  expect(await cells("Customer 4")).toEqual([
    agent,
    "Customer 4",
    "Test call",
    "–",
    "In progress",
    "42",
    "3",
  ]);
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "When",
    "Agent",
    "Customer",
    "Source",
    "Length",
    "Outcome",
    "Lines",
    "Replies used",
  ]);
  expect(within(await row("Customer 1")).getByRole("link")).toHaveAttribute(
    "href",
    "/analytics/calls/call-1",
  );
});

test("an agent sees a list of their own calls, without the agents", async () => {
  serve([someCall(1)]);
  await open("/analytics/calls", someUser());
  await row("Customer 1");
  expect(screen.getByText("Your calls, newest first")).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: "Agent" })).not.toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: "Agent" })).not.toBeInTheDocument();
});

test("the address's filters are asked for, and each choice goes into the address", async () => {
  serve([someCall(1, { agentId: "user-7", agentName: "Zoé Petit" })]);
  const { user, address } = await open("/analytics/calls?outcome=to_wrap_up&length=1-5");
  await row("Customer 1");
  expect(asked()).toEqual({ toWrapUp: "true", minSeconds: "60", maxSeconds: "299", limit: "100" });
  expect(screen.getByRole("combobox", { name: "Outcome" })).toHaveDisplayValue("To wrap up");

  await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "No need");
  // The agents are an answer of their own.
  await screen.findByRole("option", { name: "Zoé Petit" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Agent" }), "Zoé Petit");
  await user.selectOptions(screen.getByRole("combobox", { name: "Source" }), "Telephone");
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Ended");
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-01" } });
  await waitFor(() =>
    expect(address()).toBe(
      "/analytics/calls?agent=user-7&outcome=no_need&source=telephony&status=ended&length=1-5&from=2026-03-01",
    ),
  );
  const chosen = { agentId: "user-7", outcome: "no_need", source: "telephony", status: "ended" };
  const from = new Date(2026, 2, 1).toISOString();
  await waitFor(() => expect(allAsked()).toContainEqual(expect.objectContaining({ ...chosen, from })));

  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(address()).toBe("/analytics/calls"));
  await waitFor(() => expect(allAsked()).toContainEqual({ limit: "100" }));
  expect(screen.getByRole("combobox", { name: "Outcome" })).toHaveDisplayValue("All outcomes");
});

test("a year that is being typed asks for nothing until it is whole", async () => {
  serve([someCall(1)]);
  const { address } = await open();
  await row("Customer 1");
  for (const value of ["0002-03-01", "0020-03-01", "0202-03-01"])
    fireEvent.change(screen.getByLabelText("To"), { target: { value } });
  expect(screen.getByLabelText("To")).toHaveValue("0202-03-01");
  expect(address()).toBe("/analytics/calls");
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-03-01" } });
  await waitFor(() => expect(address()).toBe("/analytics/calls?to=2026-03-01"));
});

test("the reader chooses among the agents of all calls, also of those that are not loaded", async () => {
  serve([someCall(1)]);
  const agents = [
    { agentId: "user-9", agentName: "Yannick Le Goff" },
    { agentId: "user-8", agentName: "Élodie Roy" },
  ];
  api.on(listCallAgents, () => ok(listCallAgents, { data: { agents } }));
  await open("/analytics/calls?agent=user-9");
  const choice = screen.getByRole("combobox", { name: "Agent" });
  await waitFor(() => expect(choice).toHaveDisplayValue("Yannick Le Goff"));
  const names = within(choice).getAllByRole("option");
  expect(names.map(({ textContent }) => textContent)).toEqual([
    "All agents",
    "Élodie Roy",
    "Yannick Le Goff",
  ]);
});

describe("a search", () => {
  const line: FoundText = {
    place: "line",
    seq: 12,
    sender: "agent",
    text: "Une remise de dix pour cent.",
    marks: [{ from: 4, to: 10 }],
  };
  const notes: FoundText = { place: "notes", text: "Remise", marks: [{ from: 0, to: 6 }] };
  const field = () => screen.getByRole("searchbox", { name: "Search calls" });

  test("goes into the address after a pause, by Enter at once, and away by its button", async () => {
    serve([someCall(1, { found: [line, notes] })]);
    const { user, address } = await open("/analytics/calls?outcome=no_need");
    await row("Customer 1");
    await user.type(field(), " remises ");
    expect(address()).toBe("/analytics/calls?outcome=no_need");
    await waitFor(() => expect(address()).toBe("/analytics/calls?q=remises&outcome=no_need"));
    await waitFor(() => expect(asked()).toEqual({ q: "remises", outcome: "no_need", limit: "100" }));
    await user.type(field(), "budget{Enter}");
    await waitFor(() => expect(address()).toBe("/analytics/calls?q=remises+budget&outcome=no_need"));
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(address()).toBe("/analytics/calls?outcome=no_need"));
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
  });

  test("shows each call's best texts with the words marked, and its lines lead to their places", async () => {
    serve([someCall(1, { found: [notes, line] }), someCall(2, { found: [notes] })]);
    const { user, router } = await open("/analytics/calls?q=remise");
    const found = (await row("Customer 1")).nextElementSibling as HTMLElement;
    expect(found).toHaveTextContent("NotesRemiseAgent saidUne remise de dix pour cent.");
    expect(found).toHaveAttribute("aria-rowindex", "3");
    expect([...found.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual([
      "Remise",
      "remise",
    ]);
    const link = within(found).getByRole("link", { name: line.text });
    expect(link).toHaveAttribute("href", "/analytics/calls/call-1#line-12");
    await user.click(link);
    expect(router.state.location.state).toEqual({ list: "?q=remise", find: "remise" });
  });

  test("goes on behind pages without a call, and until its end behind short ones", async () => {
    const pages: Record<string, [calls: CallSummary[], nextCursor?: string]> = {
      "": [[], "a"],
      a: [[], "b"],
      b: [[someCall(1, { found: [line] })], "c"],
      c: [[], "d"],
      d: [[someCall(2, { found: [line] })]],
    };
    serve([]);
    api.on(listCalls, ({ query }) => {
      const [calls, nextCursor] = pages[query.get("cursor") ?? ""] ?? [[]];
      return ok(listCalls, { data: { calls, ...(nextCursor !== undefined && { nextCursor }) } });
    });
    await open("/analytics/calls?q=remise");
    await row("Customer 1");
    await row("Customer 2");
    expect(screen.queryByText("Searching older calls…")).not.toBeInTheDocument();
    expect(api.callsOf(listCalls).map(({ query }) => query.get("cursor"))).toEqual([
      null,
      "a",
      "b",
      "c",
      "d",
    ]);
  });

  test("that finds no call has its own line, and clears itself", async () => {
    serve([]);
    const { user, address } = await open("/analytics/calls?q=introuvable");
    expect(await screen.findByText("No calls contain these words.")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) as HTMLElement);
    expect(await screen.findByText("No calls yet.")).toBeVisible();
    expect(address()).toBe("/analytics/calls");
    expect(field()).toHaveValue("");
  });

  test("that names no word says so at its field", async () => {
    serve([someCall(1)]);
    const error = "Search needs a word of two letters or more, or a figure";
    api.on(listCalls, () => refused("VALIDATION_ERROR", error, { field: "q", fields: { q: error } }));
    await open("/analytics/calls?q=x");
    await waitFor(() => expect(field()).toHaveAccessibleDescription(error));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

test("only the visible rows are in the page, and pages are asked for as the reader gets near their end", async () => {
  serve(many(350));
  await open();
  await row("Customer 1");
  expect(api.callsOf(listCalls)).toHaveLength(1);
  const table = screen.getByRole("table", { name: "Calls" });
  expect(table).toHaveAttribute("aria-rowcount", "-1");
  for (const loaded of [100, 200, 300]) {
    act(() => window.scrollTo(0, (loaded - 10) * rowPx));
    await row(`Customer ${loaded}`);
    await waitFor(() => expect(api.callsOf(listCalls)).toHaveLength(loaded / 100 + 1));
    expect(document.querySelectorAll("tr").length).toBeLessThan(80);
  }
  act(() => window.scrollTo(0, 349 * rowPx));
  expect(await row("Customer 350")).toHaveAttribute("aria-rowindex", "351");
  expect(table).toHaveAttribute("aria-rowcount", "351");
  expect(api.callsOf(listCalls).map(({ query }) => query.get("cursor"))).toEqual([null, "100", "200", "300"]);
});

test("on paper are all calls that were loaded, and that there are more", async () => {
  serve(many(250));
  await open();
  await row("Customer 1");
  act(() => window.scrollTo(0, 80 * rowPx));
  await row("Customer 101");
  const table = screen.getByRole("table", { name: "Calls" });
  const rows = () => table.querySelectorAll("tbody tr:not([aria-hidden])").length;
  fireEvent(window, new Event("beforeprint"));
  expect(rows()).toBe(200);
  expect(table.querySelectorAll("tbody tr[aria-hidden]")).toHaveLength(0);
  expect(screen.getByText("The newest 200 calls. There are more.")).toBeInTheDocument();
  fireEvent(window, new Event("afterprint"));
  expect(rows()).toBeLessThan(80);
  act(() => window.scrollTo(0, 180 * rowPx));
  await row("Customer 201");
  expect(screen.queryByText(/There are more/)).not.toBeInTheDocument();
});

test("going back from a call finds the list as it was, and a new visit the newest calls", async () => {
  serve(many(150));
  const { router } = await open();
  await row("Customer 1");
  act(() => window.scrollTo(0, 80 * rowPx));
  await row("Customer 101");
  await act(() => router.navigate("/elsewhere"));
  act(() => window.scrollTo(0, 0));
  await act(() => router.navigate(-1));
  await row("Customer 101");
  expect(window.scrollY).toBe(80 * rowPx);
  expect(api.callsOf(listCalls)).toHaveLength(2);
  await act(() => router.navigate("/analytics/calls"));
  await waitFor(() => expect(api.callsOf(listCalls)).toHaveLength(3));
});

test("a page that could not be loaded is asked for again by Retry, and the calls before it stay", async () => {
  let fails = true;
  api.on(listCalls, ({ query }) => {
    if (query.has("cursor") && fails) return refused("INTERNAL", "Broken");
    const first = Number(query.get("cursor") ?? 0);
    return ok(listCalls, {
      data: { calls: many(150).slice(first, first + 100), ...(first === 0 && { nextCursor: "100" }) },
    });
  });
  const { user } = await open();
  await row("Customer 1");
  act(() => window.scrollTo(0, 80 * rowPx));
  const failed = await screen.findByRole("alert");
  expect(failed).toHaveTextContent("More calls could not be loaded.");
  await row("Customer 95");
  fails = false;
  await user.click(within(failed).getByRole("button", { name: "Retry" }));
  await row("Customer 101");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("a list that could not be loaded says so, and Retry loads it", async () => {
  api.on(listCalls, () => refused("INTERNAL", "Broken"));
  const { user } = await open();
  expect(await screen.findByText(/^The calls could not be loaded\./)).toBeVisible();
  serve([someCall(1)]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await row("Customer 1");
});

test("places are shown while the list loads", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.on(listCalls, async () => {
    await held;
    return ok(listCalls, { data: { calls: [someCall(1)] } });
  });
  await open();
  expect(screen.getByRole("status", { name: "Loading calls" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Calls" })).toHaveAttribute("aria-busy", "true");
  answer();
  await row("Customer 1");
  expect(screen.queryByRole("status", { name: "Loading calls" })).not.toBeInTheDocument();
});

test("an empty list has one line and one action", async () => {
  serve([]);
  const { user } = await open("/analytics/calls?source=telephony");
  expect(await screen.findByText("No calls match these filters.")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Clear filters" }).at(-1) as HTMLElement);
  expect(await screen.findByText("No calls yet.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open Live Call" })).toHaveAttribute("href", "/live-call");
});

test("Export CSV saves the calls that the filters find, for whoever may export data", async () => {
  serve([someCall(1)]);
  api.on(exportCalls, () => fileReply("calls-2026-03-31.csv"));
  const saved = savedFiles();
  const { user } = await open("/analytics/calls?outcome=to_wrap_up", someUser({ role: "analyst" }));
  await row("Customer 1");
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(saved).toEqual(["calls-2026-03-31.csv"]));
  expect(api.callsOf(exportCalls).map(({ query, token }) => [`${query}`, token !== undefined])).toEqual([
    ["toWrapUp=true", true],
  ]);
});

test("an export that fails is reported, and may be tried again", async () => {
  serve([someCall(1)]);
  api.on(exportCalls, () => refused("RATE_LIMITED", "Slow down."));
  const saved = savedFiles();
  const { user } = await open("/analytics/calls", someUser({ role: "manager" }));
  await row("Customer 1");
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText(/^The export failed\. Too many requests\./)).toBeVisible();
  expect(saved).toEqual([]);
  expect(screen.getByRole("button", { name: "Export CSV" })).not.toHaveAttribute("aria-disabled");
});

test.each(["supervisor", "agent"] as const)("%s has no Export CSV", async (role) => {
  serve([someCall(1)]);
  await open("/analytics/calls", someUser({ role }));
  await row("Customer 1");
  expect(screen.queryByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();
});

test("an empty list has nothing to export", async () => {
  serve([]);
  await open("/analytics/calls", someUser({ role: "analyst" }));
  await screen.findByText("No calls yet.");
  expect(screen.getByRole("button", { name: "Export CSV" })).toHaveAttribute("aria-disabled", "true");
});
