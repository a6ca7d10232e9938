import type { PlaybookContent } from "@souffleur/contracts/playbook";
import { readPlaybookDraft, savePlaybookDraft } from "@souffleur/contracts/playbook";
import { refused, someUser } from "@souffleur/shared-ui/testing";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { acme, api, button, findToast, open } from "../testing/page.ts";
import { servePlaybook, someEntry } from "../testing/playbook.ts";

const content: PlaybookContent = {
  entries: [someEntry("price", "Price"), someEntry("hello", "Greeting", { group: "opening", phrases: [] })],
  facts: [{ id: "fact-1", text: "Hébergé en France." }],
};

let server: ReturnType<typeof servePlaybook>;
beforeEach(() => {
  server = servePlaybook(content);
});

const openPlaybook = (query = "", options: Parameters<typeof open>[1] = {}) =>
  open(`/admin/playbook${query}`, { organization: acme, ...options });
const openEntry = async (name: RegExp) => fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("entries are listed in the order of a call's groups, and found by their phrases", async () => {
  await openPlaybook();
  expect(await screen.findByText(/^Published: version 3, May 12, 2026 by Camille Moreau$/)).toBeVisible();
  const list = screen.getByRole("group", { name: "Entries" });
  const rows = () =>
    within(list)
      .getAllByRole("button")
      .map((row) => row.textContent);
  expect(rows()).toEqual(["GreetingAny moment · 1 reply", "Price1 phrase · 1 reply"]);
  type("Search entries", "CHÈR");
  await waitFor(() => expect(rows()).toEqual(["Price1 phrase · 1 reply"]));
});

test("a change is saved automatically, and published with its differences and a note", async () => {
  const { address } = await openPlaybook();
  await openEntry(/^Price/);
  expect(address()).toBe("/admin/playbook?entry=price");
  expect(button("Publish")).toHaveAttribute("aria-disabled", "true");
  type("Intent", "Budget");
  expect(await screen.findByText("Draft saved")).toBeVisible();
  await waitFor(() => expect(server.draft.entries[0]?.intent).toBe("Budget"));
  await waitFor(() => expect(button("Publish")).not.toHaveAttribute("aria-disabled"));
  fireEvent.click(button("Publish"));
  const dialog = within(await screen.findByRole("dialog", { name: "Publish these changes?" }));
  expect(dialog.getByText("1 changed")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Note (optional)"), { target: { value: "Budgets" } });
  fireEvent.click(dialog.getByRole("button", { name: "Publish" }));
  await findToast("Version 4 is published. Running calls use it now.");
  expect(server.published).toMatchObject({ version: 4, note: "Budgets" });
  expect(await screen.findByText("No changes in the draft")).toBeVisible();
});

test("an entry with mistakes stays on the screen and is not sent, and the others are saved", async () => {
  await openPlaybook("?entry=price");
  await screen.findByLabelText("Intent");
  type("Text", "Un budget de {budget} ?");
  expect(screen.getByLabelText("Text")).toHaveAccessibleDescription(/^\{budget\} is no placeholder/);
  fireEvent.click(button("Add entry"));
  type("Intent", "Timing");
  type("Text", "Quand ?");
  await waitFor(() => expect(server.draft.entries.map(({ intent }) => intent)).toContain("Timing"));
  expect(server.draft.entries[0]?.replies[0]?.text).toBe("Par rapport à quel budget ?");
  expect(await screen.findByText("Not saved: 1 entry to correct")).toBeVisible();
  await openEntry(/^Price/);
  expect(screen.getByLabelText("Text")).toHaveValue("Un budget de {budget} ?");
});

test("phrases are chips with their number; the pressed one is edited, an added one too, and a removed one leaves the one before", async () => {
  await openPlaybook("?entry=price");
  const phrases = within(await screen.findByRole("region", { name: "Phrases" }));
  expect(phrases.getByRole("heading")).toHaveTextContent("Phrases 1");
  expect(phrases.queryByRole("textbox")).toBeNull();
  fireEvent.click(phrases.getByRole("button", { name: "trop cher Strong" }));
  expect(screen.getByLabelText("Phrase 1")).toHaveFocus();
  fireEvent.click(button("Add phrase"));
  expect(screen.getByLabelText("Phrase 2")).toHaveFocus();
  expect(phrases.getByRole("heading")).toHaveTextContent("Phrases 2");
  fireEvent.keyDown(screen.getByLabelText("Phrase 2"), { key: "Enter" });
  expect(screen.getByLabelText("Phrase 3")).toHaveFocus();
  fireEvent.click(button("Remove phrase 3"));
  expect(screen.getByLabelText("Phrase 2")).toHaveFocus();
  fireEvent.keyDown(screen.getByLabelText("Phrase 2"), { key: "Escape" });
  expect(phrases.getByRole("button", { name: "Phrase 2" })).toHaveFocus();
});

test("the first entry of the list is shown, its replies before its phrases, and the focus is in the reply of a chosen one", async () => {
  await openPlaybook();
  await waitFor(() => expect(screen.getByLabelText("Intent")).toHaveValue("Greeting"));
  expect(screen.getByRole("button", { name: /^Greeting/ })).toHaveAttribute("aria-current", "true");
  const headings = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(headings).toEqual(["Replies", "Phrases 0", "Not when 0"]);
  const isWide = jest.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  await openEntry(/^Price/);
  await waitFor(() => expect(screen.getByLabelText("Text")).toHaveFocus());
  isWide.mockRestore();
});

test("a failed save is shown, kept in the browser, and retried", async () => {
  await openPlaybook("?entry=price");
  await screen.findByLabelText("Intent");
  const logged = jest.spyOn(console, "warn").mockImplementation(() => {});
  api.on(savePlaybookDraft, () => refused("FORBIDDEN", "No."));
  type("Intent", "Budget");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  expect(localStorage.getItem("souffleur.playbook.user-1")).toContain("Budget");
  expect(logged).toHaveBeenCalledTimes(1);
  logged.mockRestore();
  server = servePlaybook(content);
  fireEvent.click(button("Retry"));
  await waitFor(() => expect(server.draft.entries[0]?.intent).toBe("Budget"));
  await waitFor(() => expect(localStorage.getItem("souffleur.playbook.user-1")).toBeNull());
});

test("unsaved changes kept in the browser are saved when the screen opens again", async () => {
  const [before] = content.entries;
  const after = { ...before, intent: "Budget" };
  const stored = { "souffleur.playbook.user-1": [{ kind: "entry", id: "price", before, after }] };
  await openPlaybook("", { stored });
  await waitFor(() => expect(server.draft.entries[0]?.intent).toBe("Budget"));
  expect(server.draft.entries).toHaveLength(2);
});

test("a draft that could not be loaded is shown as soon as the server has it, without a press", async () => {
  api.on(readPlaybookDraft, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  await openPlaybook();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  server = servePlaybook(content);
  expect(await screen.findByRole("button", { name: /^Price/ })).toBeVisible();
  expect(screen.getByText("Draft saved")).toBeVisible();
});

test("changes of different entries are merged", async () => {
  await openPlaybook("?entry=price");
  await screen.findByLabelText("Intent");
  server.saveElsewhere(({ entries, facts }) => ({ entries: [...entries, someEntry("new", "Newer")], facts }));
  type("Intent", "Budget");
  await findToast("Merged with changes by Paul Ng.");
  await waitFor(() =>
    expect(server.draft.entries.map(({ intent }) => intent)).toEqual(["Budget", "Greeting", "Newer"]),
  );
});

test("what was changed in another window of one's own names nobody", async () => {
  const own = { changedBy: "Camille Moreau", changedById: "user-1" };
  await openPlaybook("?entry=price");
  await screen.findByLabelText("Intent");
  server.saveElsewhere(
    ({ entries, facts }) => ({ entries: [...entries, someEntry("new", "Newer")], facts }),
    own,
  );
  type("Intent", "Budget");
  await findToast("Merged with changes from another window of yours.");
  await waitFor(() => expect(server.draft.entries.map(({ intent }) => intent)).toContain("Budget"));
  server.saveElsewhere(
    ({ entries, facts }) => ({
      entries: entries
        .filter(({ id }) => id !== "hello")
        .map((one) => (one.id === "price" ? { ...one, intent: "There" } : one)),
      facts,
    }),
    own,
  );
  type("Intent", "Here");
  const name = "The draft was also changed in another window of yours";
  const dialog = await screen.findByRole("dialog", { name });
  expect(dialog).toHaveTextContent("1 entry changed in both windows.");
  expect(dialog).toHaveTextContent("From here to there:");
  expect(dialog).toHaveTextContent("Merged from the other window");
  expect(dialog).not.toHaveTextContent(/\b(you|they|theirs?|administrator|Camille)\b/i);
  const { getByRole } = within(dialog);
  expect(getByRole("radio", { name: "Keep this window's" })).toBeChecked();
  fireEvent.click(getByRole("radio", { name: "Take the other window's" }));
  fireEvent.click(getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Intent")).toHaveValue("There"));
});

test.each([
  ["Keep mine", "Mine"],
  ["Take theirs", "Theirs"],
])("both changed the same entry: %s", async (choice, kept) => {
  await openPlaybook("?entry=price");
  await screen.findByLabelText("Intent");
  server.saveElsewhere(({ entries, facts }) => ({
    entries: [
      ...entries.map((one) => (one.id === "price" ? { ...one, intent: "Theirs" } : one)),
      someEntry("new", "Newer"),
    ],
    facts,
  }));
  type("Intent", "Mine");
  const dialog = within(await screen.findByRole("dialog", { name: "Paul Ng changed the draft too" }));
  expect(dialog.getByText("1 added")).toBeVisible();
  fireEvent.click(dialog.getByRole("radio", { name: choice }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByLabelText("Intent")).toHaveValue(kept));
  await waitFor(() =>
    expect(server.draft.entries.map(({ intent }) => intent)).toEqual([kept, "Greeting", "Newer"]),
  );
  await waitFor(() => expect(localStorage.getItem("souffleur.playbook.user-1")).toBeNull());
});

test("Undo restores a deleted entry", async () => {
  await openPlaybook("?entry=price");
  fireEvent.click(await screen.findByRole("button", { name: "Delete entry" }));
  await waitFor(() => expect(server.draft.entries).toHaveLength(1));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(server.draft.entries.map(({ id }) => id)).toEqual(["price", "hello"]));
});

test("a manager can read the playbook and not change it", async () => {
  await openPlaybook("?entry=price", { as: someUser({ role: "manager" }) });
  expect(await screen.findByText("Phrase (strong): trop cher")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add entry" })).toBeNull();
});
