import { listCalls, searchUsers, specifiedManifests, type User } from "@souffleur/contracts";
import { chooseTheme, provideCommands, useCommands } from "@souffleur/shared-ui";
import { deferred, ok, refused, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { setOwnManifest } from "../screens/screens.ts";
import { address, api, openApp, prepareApp } from "../testing/open-app.tsx";
import { Snippet } from "./snippet.tsx";

prepareApp();
beforeAll(() => {
  const { "mfe-analytics": analytics } = specifiedManifests;
  const review = {
    path: "/analytics/calls/:callId",
    title: "Call",
    access: "session",
    skeleton: "table",
  } as const;
  if (analytics) {
    setOwnManifest("mfe-analytics", { ...analytics, screens: [...analytics.screens, review] });
  }
});
beforeEach(() => {
  api.answer(listCalls, () => ({ data: { calls: [] } }));
  api.calls.length = 0;
});

/** Opens the search on the dashboard by its shortcut. */
async function open(user: User): Promise<HTMLElement> {
  await openApp("/dashboard", user);
  await userEvent.keyboard("{Control>}k{/Control}");
  return screen.findByRole("dialog", { name: "Search" });
}

const field = () => screen.getByRole("combobox");
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "");

test("Ctrl+K opens the search, the arrow keys move in the results, and Enter opens one", async () => {
  const dialog = await open(someUser());
  expect(field()).toHaveFocus();
  expect(options()).toEqual(["Dashboard", "Live Call", "Analytics"]);
  expect(within(dialog).getByRole("listbox")).toHaveAttribute("id", field().getAttribute("aria-controls"));
  await userEvent.keyboard("{ArrowUp}");
  expect(active()).toHaveTextContent("Analytics");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(active()).toHaveTextContent("Live Call");
  expect(active()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("ana");
  expect(active()).toHaveTextContent("Analytics");
  expect(field()).toHaveAccessibleDescription("2 found.");
  await userEvent.keyboard("{Enter}");
  expect(address()).toBe("/analytics");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await userEvent.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search" });
  // Chosen last.
  expect(options()[0]).toBe("Analytics");
});

test("a text without results shows no list, says so once the server has answered, and Escape returns the focus", async () => {
  const slow = deferred();
  api.on(listCalls, async () => {
    await slow.promise;
    return ok(listCalls, { data: { calls: [] } });
  });
  await openApp("/dashboard", someUser());
  const settings = screen.getByRole("button", { name: "Settings" });
  settings.focus();
  await userEvent.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search" });
  await userEvent.keyboard("nothing like it{Enter}");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(field()).toHaveAttribute("aria-expanded", "false");
  await waitFor(() => expect(api.callsOf(listCalls)).toHaveLength(1));
  expect(field()).not.toHaveAccessibleDescription();
  slow.resolve();
  await waitFor(() => expect(field()).toHaveAccessibleDescription("Nothing found."));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(settings).toHaveFocus());
  expect(address()).toBe("/dashboard");
});

test("the button in the top bar also opens the search, and shows its keys", async () => {
  await openApp("/dashboard", someUser());
  const opener = screen.getByRole("button", { name: "Search everything" });
  expect(opener).toHaveAttribute("aria-keyshortcuts", "Control+K");
  await userEvent.click(opener);
  await userEvent.click(
    within(await screen.findByRole("dialog", { name: "Search" })).getByRole("option", { name: "Live Call" }),
  );
  expect(address()).toBe("/live-call");
});

test("what can be done comes first with its keys, and is done after its screen is shown", async () => {
  const done: string[] = [];
  const stop = provideCommands(() => [
    { label: "Ask for help", icon: "help", keys: ["h"], run: () => done.push(`help at ${address()}`) },
    {
      label: "Practice: Renewal",
      icon: "call",
      to: "/live-call",
      run: () => done.push(`call at ${address()}`),
    },
  ]);
  const dialog = await open(someUser());
  expect(options().slice(0, 2)).toEqual(["Ask for helph", "Dashboard"]);
  expect(within(dialog).getByRole("option", { name: "Ask for help" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await userEvent.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search" });
  await userEvent.keyboard("renew{Enter}");
  expect(done).toEqual(["help at /dashboard", "call at /live-call"]);
  stop();
});

function Offering({ label, onRun }: { label: string; onRun: (label: string) => void }) {
  useCommands([{ label, icon: "call", run: () => onRun(label) }]);
  return null;
}

test("the commands of a component are those of its last render", async () => {
  const done: string[] = [];
  const onRun = (label: string) => done.push(label);
  const view = render(<Offering label="Hold" onRun={onRun} />);
  view.rerender(<Offering label="Resume" onRun={onRun} />);
  await open(someUser());
  expect(options()[0]).toBe("Resume");
  await userEvent.keyboard("{Enter}");
  expect(done).toEqual(["Resume"]);
  view.unmount();
  await userEvent.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog", { name: "Search" });
  expect(options()[0]).toBe("Dashboard");
});

test("a theme is chosen by its name", async () => {
  await open(someUser());
  await userEvent.keyboard("dark{Enter}");
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  act(() => chooseTheme("system"));
});

test("a long line is shown from shortly before the found word, which is marked", async () => {
  const text = "Je vous remercie de votre appel, et pour la remise, nous en avons parlé.";
  const from = text.indexOf("remise");
  render(<Snippet text={text} mark={{ from, to: from + 6 }} />);
  expect(document.querySelector("mark")).toHaveTextContent("remise");
  expect(document.querySelector("[lang=fr]")).toHaveTextContent(
    "… votre appel, et pour la remise, nous en avons parlé.",
  );
});

test("a manager finds people, and the answer for the latest text is shown", async () => {
  const slow = deferred();
  const people: Record<string, User> = {
    le: someUser({ id: "1", firstName: "Léa", lastName: "Roux", email: "lea@example.com" }),
    lef: someUser({ id: "2", firstName: "Jeanne", lastName: "Lefèvre", email: "jeanne@example.com" }),
  };
  api.on(searchUsers, async ({ query }) => {
    const q = query.get("q") ?? "";
    if (q === "le") await slow.promise;
    return ok(searchUsers, { data: { users: [people[q] as User] } });
  });
  await open(someUser({ role: "manager" }));
  await userEvent.keyboard("le");
  await waitFor(() => expect(api.callsOf(searchUsers)).toHaveLength(1));
  await userEvent.keyboard("f");
  const option = await screen.findByRole("option", { name: "Jeanne Lefèvre jeanne@example.com" });
  slow.resolve();
  await waitFor(() => expect(api.callsOf(searchUsers)).toHaveLength(2));
  expect(options()).toEqual(["Jeanne Lefèvrejeanne@example.com"]);
  await userEvent.click(option);
  expect(address()).toBe("/admin/users?tab=all&q=jeanne%40example.com");
});

test("an agent finds their stored calls by the words of a line, and opens the line", async () => {
  const found = { place: "line" as const, seq: 12, text: "Une remise", marks: [{ from: 4, to: 10 }] };
  const kept = {
    callId: "call-2",
    agentId: "user-1",
    agentName: "Hugo Lambert",
    customer: { name: "Jo Li" },
    source: "telephony" as const,
    status: "ended" as const,
    startedAt: "2026-03-12T09:30:00.000Z",
    lines: 40,
    suggestionsUsed: 0,
    found: [found],
  };
  api.answer(listCalls, () => ({ data: { calls: [kept] } }));
  await open(someUser());
  await userEvent.keyboard("remises");
  const option = await screen.findByRole("option", { name: /^Call with Jo Li/ });
  expect(Object.fromEntries(api.callsOf(listCalls).at(-1)?.query ?? [])).toEqual({
    q: "remises",
    limit: "5",
  });
  await userEvent.click(option);
  expect(address()).toBe("/analytics/calls/call-2#line-12");
});

test("screens are found while people can't be searched, and the failure is shown", async () => {
  api.on(searchUsers, () => refused("DATABASE_UNAVAILABLE", "Server error."));
  await open(someUser({ role: "admin" }));
  await userEvent.keyboard("user");
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription("1 found. People could not be searched. Please try again."),
  );
  expect(options()).toEqual(["User Management"]);
});

test("no request for people is made for a user who may not manage users", async () => {
  await open(someUser({ role: "supervisor" }));
  jest.useFakeTimers();
  fireEvent.change(field(), { target: { value: "analy" } });
  await act(async () => void (await jest.advanceTimersByTimeAsync(1000)));
  expect(options()).toEqual(["Analytics", "View Analytics"]);
  expect(api.callsOf(searchUsers)).toEqual([]);
});
