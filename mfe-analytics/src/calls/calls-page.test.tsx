import {
  type CallSummary,
  exportCalls,
  type FoundText,
  listCallAgents,
  listCalls,
  type User,
} from "@souffleur/contracts";
import { deferred, ok, refused, savedFiles, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fileReply } from "../testing/file-reply.ts";
import { api, button, open } from "../testing/page.ts";
import { someCall } from "../testing/stored-calls.ts";

const rowPx = 45;

beforeEach(() => {
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

/** Answers with their agents, and with pages of these calls; the cursor is the number of the calls before. */
function serve(calls: readonly CallSummary[]): void {
  const agents = calls.map(({ agentId, agentName }) => ({ agentId, agentName }));
  api.answer(listCallAgents, () => ({ data: { agents: agents.slice(0, 1) } }));
  api.answer(listCalls, ({ query }) => {
    const first = Number(query.get("cursor") ?? 0);
    const next = first + Number(query.get("limit"));
    return {
      data: { calls: calls.slice(first, next), ...(next < calls.length && { nextCursor: String(next) }) },
    };
  });
}

const openCalls = (query = "", role: User["role"] = "supervisor") =>
  open(`/analytics/calls${query}`, { as: someUser({ role }) });

const row = async (customer: string) => (await screen.findByText(customer)).closest("tr") as HTMLElement;
/** In the order of arrival: an aborted request may arrive after the next one. */
const requests = () => api.callsOf(listCalls).map(({ query }) => Object.fromEntries(query));
const lastRequest = () => requests().at(-1);
const cursors = () => api.callsOf(listCalls).map(({ query }) => query.get("cursor"));
const textsOf = (elements: Iterable<Element>) =>
  [...elements].map(({ textContent }) => textContent).join("|");
const many = (count: number) => Array.from({ length: count }, (_, index) => someCall(index + 1));

test("the row of a call has when, agent, customer, source, length, outcome, lines and replies used", async () => {
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
  await openCalls();
  const cells = async (customer: string) => textsOf(within(await row(customer)).getAllByRole("cell"));
  expect(await cells("Customer 1")).toBe("Camille Moreau|Customer 1|Telephone|12:34|Follow-up|42|3");
  expect(await cells("Customer 2")).toContain("|Won · $48,600|");
  expect(await cells("Customer 3")).toContain("|To wrap up|");
  expect(await cells("Customer 4")).toBe("Camille Moreau|Customer 4|Test call|–|In progress|42|3");
  expect(textsOf(screen.getAllByRole("columnheader"))).toBe(
    "When|Agent|Customer|Source|Length|Outcome|Lines|Replies used",
  );
  expect(within(await row("Customer 1")).getByRole("link")).toHaveAttribute(
    "href",
    "/analytics/calls/call-1",
  );
});

test("an agent sees their own calls, without a column and a filter for agents, and without Export CSV", async () => {
  serve([someCall(1)]);
  await openCalls("", "agent");
  await row("Customer 1");
  expect(screen.getByText("Your calls, newest first")).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: "Agent" })).not.toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: "Agent" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();
});

test("the filters of the address are requested, and each choice of a supervisor, who has no Export CSV, is set in it", async () => {
  serve([someCall(1, { agentId: "user-7", agentName: "Zoé Petit" })]);
  const { user, address } = await openCalls("?outcome=to_wrap_up&length=1-5");
  await row("Customer 1");
  expect(lastRequest()).toEqual({
    ...{ toWrapUp: "true", practice: "false", minSeconds: "60", maxSeconds: "299", limit: "100" },
  });
  expect(screen.getByRole("combobox", { name: "Outcome" })).toHaveDisplayValue("To wrap up");
  expect(screen.queryByRole("button", { name: "Export CSV" })).not.toBeInTheDocument();

  await user.selectOptions(screen.getByRole("combobox", { name: "Outcome" }), "No need");
  // The agents are loaded by a separate request.
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
  await waitFor(() => expect(requests()).toContainEqual(expect.objectContaining({ ...chosen, from })));

  await user.click(button("Clear filters"));
  await waitFor(() => expect(address()).toBe("/analytics/calls"));
  await waitFor(() => expect(requests()).toContainEqual({ practice: "false", limit: "100" }));
  expect(screen.getByRole("combobox", { name: "Outcome" })).toHaveDisplayValue("All outcomes");
});

test("lists that are wanted often are one press, and a filter that is set is taken away by its chip", async () => {
  serve([someCall(1, { agentId: "user-7", agentName: "Zoé Petit" })]);
  const { user, address } = await openCalls("?source=telephony");
  await row("Customer 1");
  const lists = within(screen.getByRole("group", { name: "Lists and filters" }));
  const onPrice = lists.getByRole("button", { name: "Lost on price" });
  await user.click(onPrice);
  await waitFor(() => expect(address()).toBe("/analytics/calls?outcome=too_expensive&source=telephony"));
  await waitFor(() => expect(onPrice).toHaveAttribute("aria-pressed", "true"));
  expect(lists.queryByRole("button", { name: /Outcome/ })).toBeNull();
  await user.click(lists.getByRole("button", { name: "Remove the filter Source: Telephone" }));
  await waitFor(() => expect(address()).toBe("/analytics/calls?outcome=too_expensive"));
  await user.click(lists.getByRole("button", { name: "To wrap up" }));
  await waitFor(() => expect(address()).toBe("/analytics/calls?outcome=to_wrap_up"));
  await user.click(lists.getByRole("button", { name: "To wrap up" }));
  await waitFor(() => expect(address()).toBe("/analytics/calls"));
  await user.click(lists.getByRole("button", { name: "Practice" }));
  await waitFor(() => expect(address()).toBe("/analytics/calls?practice=true"));
  await waitFor(() => expect(lastRequest()).toEqual({ practice: "true", limit: "100" }));
});

test("a year is not requested until it is fully typed", async () => {
  serve([someCall(1)]);
  const { address } = await openCalls();
  await row("Customer 1");
  for (const value of ["0002-03-01", "0020-03-01", "0202-03-01"])
    fireEvent.change(screen.getByLabelText("To"), { target: { value } });
  expect(screen.getByLabelText("To")).toHaveValue("0202-03-01");
  expect(address()).toBe("/analytics/calls");
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-03-01" } });
  await waitFor(() => expect(address()).toBe("/analytics/calls?to=2026-03-01"));
  // A range that ends before it begins has no calls, and says why.
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2026-03-02" } });
  await waitFor(() =>
    expect(screen.getByLabelText("To")).toHaveAccessibleDescription("This day is before the first one."),
  );
});

test("the agent filter lists the agents of all calls, not only of the loaded ones", async () => {
  serve([someCall(1)]);
  const agents = [
    { agentId: "user-9", agentName: "Yannick Le Goff" },
    { agentId: "user-8", agentName: "Élodie Roy" },
  ];
  api.answer(listCallAgents, () => ({ data: { agents } }));
  await openCalls("?agent=user-9");
  const choice = screen.getByRole("combobox", { name: "Agent" });
  await waitFor(() => expect(choice).toHaveDisplayValue("Yannick Le Goff"));
  expect(textsOf(within(choice).getAllByRole("option"))).toBe("All agents|Élodie Roy|Yannick Le Goff");
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

  test("is set in the address after a pause or by Enter, and removed by its button", async () => {
    serve([someCall(1, { found: [line, notes] })]);
    const { user, address } = await openCalls("?outcome=no_need");
    await row("Customer 1");
    await user.type(field(), " remises ");
    expect(address()).toBe("/analytics/calls?outcome=no_need");
    await waitFor(() => expect(address()).toBe("/analytics/calls?q=remises&outcome=no_need"));
    await waitFor(() =>
      expect(lastRequest()).toEqual({ q: "remises", outcome: "no_need", practice: "false", limit: "100" }),
    );
    await user.type(field(), "budget{Enter}");
    await waitFor(() => expect(address()).toBe("/analytics/calls?q=remises+budget&outcome=no_need"));
    await user.click(button("Clear search"));
    await waitFor(() => expect(address()).toBe("/analytics/calls?outcome=no_need"));
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
  });

  test("shows the best texts of each call with the words marked; lines link to their place", async () => {
    serve([someCall(1, { found: [notes, line] }), someCall(2, { found: [notes] })]);
    const { user, router } = await openCalls("?q=remise");
    const found = (await row("Customer 1")).nextElementSibling as HTMLElement;
    expect(found).toHaveTextContent("NotesRemiseAgent saidUne remise de dix pour cent.");
    expect(found).toHaveAttribute("aria-rowindex", "3");
    expect(textsOf(found.querySelectorAll("mark"))).toBe("Remise|remise");
    const link = within(found).getByRole("link", { name: line.text });
    expect(link).toHaveAttribute("href", "/analytics/calls/call-1#line-12");
    await user.click(link);
    expect(router.state.location.state).toEqual({ list: "?q=remise", find: "remise" });
  });

  test("continues over empty and short pages until its end", async () => {
    const pages: Record<string, [calls: CallSummary[], nextCursor?: string]> = {
      "": [[], "a"],
      a: [[], "b"],
      b: [[someCall(1, { found: [line] })], "c"],
      c: [[], "d"],
      d: [[someCall(2, { found: [line] })]],
    };
    serve([]);
    api.answer(listCalls, ({ query }) => {
      const [calls, nextCursor] = pages[query.get("cursor") ?? ""] ?? [[]];
      return { data: { calls, ...(nextCursor !== undefined && { nextCursor }) } };
    });
    await openCalls("?q=remise");
    await row("Customer 1");
    await row("Customer 2");
    expect(screen.queryByText("Searching older calls…")).not.toBeInTheDocument();
    expect(cursors()).toEqual([null, "a", "b", "c", "d"]);
  });

  test("without results says so and can be cleared", async () => {
    serve([]);
    const { user, address } = await openCalls("?q=introuvable");
    expect(await screen.findByText("No calls contain these words.")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Clear search" }).at(-1) as HTMLElement);
    expect(await screen.findByText("No calls yet.")).toBeVisible();
    expect(address()).toBe("/analytics/calls");
    expect(field()).toHaveValue("");
  });

  test("without a word shows the server's error at its field", async () => {
    serve([someCall(1)]);
    const error = "Search needs a word of two letters or more, or a figure";
    api.on(listCalls, () => refused("VALIDATION_ERROR", error, { field: "q", fields: { q: error } }));
    await openCalls("?q=x");
    await waitFor(() => expect(field()).toHaveAccessibleDescription(error));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

test("only the visible rows are in the page, and further pages are requested near their end", async () => {
  serve(many(350));
  await openCalls();
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
  expect(cursors()).toEqual([null, "100", "200", "300"]);
});

test("all loaded calls are printed, with a note that there are more", async () => {
  serve(many(250));
  await openCalls();
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

test("going back from a call restores the list, and a new visit loads the newest calls", async () => {
  serve(many(150));
  const { router } = await openCalls();
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
  // From the start; the page after it may be loaded at once, where the window is still scrolled.
  await waitFor(() => expect(api.callsOf(listCalls)[2]?.query.has("cursor")).toBe(false));
});

test("Retry loads a page that failed, and the calls before it stay", async () => {
  let fails = true;
  api.on(listCalls, ({ query }) => {
    if (query.has("cursor") && fails) return refused("INTERNAL", "Broken");
    const first = Number(query.get("cursor") ?? 0);
    return ok(listCalls, {
      data: { calls: many(150).slice(first, first + 100), ...(first === 0 && { nextCursor: "100" }) },
    });
  });
  const { user } = await openCalls();
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

test("placeholders are shown while the list loads, and Retry loads it after a failure", async () => {
  const answer = deferred();
  api.on(listCalls, async () => {
    await answer.promise;
    return refused("INTERNAL", "Broken");
  });
  const { user } = await openCalls();
  expect(screen.getByRole("status", { name: "Loading calls" })).toBeInTheDocument();
  expect(screen.getByRole("table", { name: "Calls" })).toHaveAttribute("aria-busy", "true");
  answer.resolve();
  expect(await screen.findByText(/^The calls could not be loaded\./)).toBeVisible();
  serve([someCall(1)]);
  await user.click(button("Retry"));
  await row("Customer 1");
  expect(screen.queryByRole("status", { name: "Loading calls" })).not.toBeInTheDocument();
});

test("an empty list has one text and one action, and nothing to export", async () => {
  serve([]);
  const { user } = await openCalls("?source=telephony", "analyst");
  expect(await screen.findByText("No calls match these filters.")).toBeVisible();
  await user.click(screen.getAllByRole("button", { name: "Clear filters" }).at(-1) as HTMLElement);
  expect(await screen.findByText("No calls yet.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open Live Call" })).toHaveAttribute("href", "/live-call");
  expect(button("Export CSV")).toHaveAttribute("aria-disabled", "true");
});

test("Export CSV saves the filtered calls for a role that may export data, as its browser's region reads it", async () => {
  jest.spyOn(navigator, "language", "get").mockReturnValue("de-DE");
  serve([someCall(1)]);
  api.on(exportCalls, () => fileReply("calls-2026-03-31.csv"));
  const saved = savedFiles();
  const { user } = await openCalls("?outcome=to_wrap_up", "analyst");
  await row("Customer 1");
  await user.click(button("Export CSV"));
  await waitFor(() => expect(saved).toMatchObject([{ name: "calls-2026-03-31.csv" }]));
  expect(api.callsOf(exportCalls).map(({ query, token }) => [`${query}`, token !== undefined])).toEqual([
    ["toWrapUp=true&practice=false&separator=semicolon", true],
  ]);
});

test("a failed export is reported and can be repeated", async () => {
  serve([someCall(1)]);
  api.on(exportCalls, () => refused("RATE_LIMITED", "Slow down."));
  const saved = savedFiles();
  const { user } = await openCalls("", "manager");
  await row("Customer 1");
  await user.click(button("Export CSV"));
  expect(await screen.findByText(/^The export failed\. Too many requests\./)).toBeVisible();
  expect(saved).toEqual([]);
  expect(button("Export CSV")).not.toHaveAttribute("aria-disabled");
});
