import { addLineNote, type LineNote } from "@souffleur/contracts/coaching";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ok, refused, startApi } from "../testing/index.ts";
import { Note, NotedLine } from "./line-notes.tsx";
import type { Bubble } from "./merge-fragments.ts";
import type { LineNotes } from "./use-line-notes.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  localStorage.clear();
  api = await startApi();
});
afterEach(() => api.close());

const note: LineNote = {
  id: "note-1",
  callId: "call-1",
  seq: 4,
  text: "Reformulez.",
  author: { userId: "user-2", name: "Sophie Girard" },
  at: "2026-03-12T09:30:16.000Z",
} as LineNote;

/** A line of a call, as its screen shows it. */
function line(over: Partial<LineNotes> & { seq?: number } = {}) {
  const { seq = 4, ...rest } = over;
  const bubble = {
    id: `bubble-${seq}`,
    sender: "agent",
    text: "Bonjour.",
    fragments: [{ seq }],
    repeats: [],
  };
  const lineNotes = {
    callId: "call-1",
    notes: [],
    userId: "user-9",
    isAgent: false,
    mayWrite: true,
    isFailed: false,
    renew: async () => {},
    ...rest,
  };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <NotedLine bubble={bubble as unknown as Bubble} lineNotes={lineNotes}>
        <p>Bonjour.</p>
      </NotedLine>
    </QueryClientProvider>
  );
}
const field = () => screen.queryByRole("textbox", { name: "Note on this line" });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

async function type(text: string) {
  press(/^Write a note/);
  await userEvent.type(screen.getByRole("textbox"), text);
}

test("a note that is typed stays with its line while another call is opened, for its author", async () => {
  const { rerender, unmount } = render(line());
  await type("Proposez trois mois.");
  // A screen may show another call in place of this one, or leave it.
  for (const other of [{ callId: "call-2" }, { seq: 5 }, { userId: "user-8" }]) {
    rerender(line(other));
    expect(field()).toBeNull();
  }
  rerender(line());
  expect(field()).toHaveValue("Proposez trois mois.");
  unmount();
  render(line());
  expect(field()).toHaveValue("Proposez trois mois.");
  expect(field()).not.toHaveFocus();
});

test.each([
  ["saved", () => press("Save")],
  ["cancelled", () => press("Cancel")],
  ["discarded", () => [1, 2].map(() => fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" }))],
  ["emptied", () => fireEvent.change(screen.getByRole("textbox"), { target: { value: "" } })],
])("a note that is %s is not kept", async (_how, end) => {
  api.on(addLineNote, () => ok(addLineNote, { data: note }));
  const { unmount } = render(line());
  await type("Proposez trois mois.");
  end();
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.includes("call-1"))).toEqual([]));
  unmount();
  render(line());
  expect(field()).toBeNull();
});

test("a note whose answer was lost is the same one after its call was left", async () => {
  api.on(addLineNote, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  const { unmount } = render(line());
  await type("Proposez trois mois.");
  press("Save");
  await screen.findByText("Server error. Please try again later or contact support.");
  unmount();
  render(line());
  press("Save");
  await waitFor(() => expect(api.callsOf(addLineNote)).toHaveLength(2));
  const [first, second] = api.callsOf(addLineNote).map(({ body }) => body);
  expect(second).toEqual(first);
});

test("an answer that is typed stays with its note, and a stored one is no draft", async () => {
  const shown = (answer?: string) => (
    <QueryClientProvider client={new QueryClient()}>
      <Note
        note={{ ...note, ...(answer !== undefined && { answer }) }}
        lineNotes={{ userId: "user-9", isAgent: true, mayWrite: false, renew: async () => {} }}
      />
    </QueryClientProvider>
  );
  const { unmount } = render(shown());
  press("Answer");
  await userEvent.type(screen.getByRole("textbox"), "Compris.");
  unmount();
  const again = render(shown());
  expect(screen.getByRole("textbox", { name: "Your answer" })).toHaveValue("Compris.");
  press("Cancel");
  again.unmount();
  render(shown("D'accord."));
  expect(screen.queryByRole("textbox")).toBeNull();
});
