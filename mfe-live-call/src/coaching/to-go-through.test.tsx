// The socket's server and client run in one process, so both need their builds for Node.

import {
  answerLineNote,
  type CoachingNote,
  closeLineNote,
  tellCoaching,
} from "@souffleur/contracts/coaching";
import { ok, refused } from "@souffleur/shared-ui/testing";
import { screen, waitFor, within } from "@testing-library/react";
import { page, preparePages, show } from "../testing/open-screen.tsx";

preparePages();

const stored = {
  id: "note-1",
  callId: "call-1",
  seq: 4,
  text: "Laissez un silence après le prix.",
  author: { userId: "user-9", name: "Sophie Girard" },
  at: "2026-03-12T09:30:16.000Z",
};
const note: CoachingNote = {
  ...stored,
  line: { sender: "agent", text: "Cela fait quarante euros." },
  call: { customer: { name: "Hélène Vasseur" }, startedAt: "2026-03-12T09:28:00.000Z", status: "ended" },
};
const list = async () => within(await screen.findByRole("region", { name: "To go through" }));

test("an open note is listed with its line and its call, and is answered and closed", async () => {
  page.server.notes.push(note);
  const { user } = await show();
  const notes = await list();
  expect(notes.getByText("Note by Sophie Girard")).toBeVisible();
  expect(notes.getByText("Cela fait quarante euros.")).toHaveAttribute("lang", "fr");
  expect(notes.getByRole("link", { name: /^Hélène Vasseur/ })).toHaveAttribute(
    "href",
    "/analytics/calls/call-1#line-4",
  );
  page.server.api.on(answerLineNote, ({ body }) => {
    const { text: answer } = body as { text: string };
    page.server.notes.splice(0, 1, { ...note, answer });
    return ok(answerLineNote, { data: { ...stored, answer } });
  });
  await user.click(notes.getByRole("button", { name: "Answer" }));
  await user.type(notes.getByRole("textbox", { name: "Your answer" }), "Compris.");
  await user.click(notes.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(notes.getByRole("button", { name: "Change the answer" })).toHaveFocus());
  expect(notes.getByText(/^Compris\.$/)).toBeVisible();
  expect(page.server.api.callsOf(answerLineNote).map(({ path }) => path)).toEqual([
    "/api/calls/call-1/line-notes/note-1/answer",
  ]);
  page.server.api.on(closeLineNote, () => {
    page.server.notes.length = 0;
    return ok(closeLineNote, { data: { ...stored, closedAt: note.at } });
  });
  await user.click(await notes.findByRole("button", { name: "Close note" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "To go through" })).toBeNull());
});

test("an answer that was refused stays in its field, with the reason", async () => {
  page.server.notes.push(note);
  const { user } = await show();
  const notes = await list();
  const text = "This note was closed. It can no longer be answered.";
  page.server.api.on(answerLineNote, () => refused("INVALID_TRANSITION", text));
  await user.click(notes.getByRole("button", { name: "Answer" }));
  await user.type(notes.getByRole("textbox", { name: "Your answer" }), "Compris.");
  await user.click(notes.getByRole("button", { name: "Save" }));
  expect(await notes.findByText(text)).toBeVisible();
  expect(notes.getByRole("textbox", { name: "Your answer" })).toHaveValue("Compris.");
});

test("the agent is told of open notes where the server has not told them", async () => {
  page.server.notes.push(note);
  page.server.api.answer(tellCoaching, () => ({ data: { tell: true } }));
  await show();
  expect(await screen.findByText("1 note on your calls to go through")).toBeVisible();
});

test("without a note there is no list, and the server is not asked whether to tell", async () => {
  const app = await show();
  await screen.findByText("Ready. Incoming calls open here.");
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole("region", { name: "To go through" })).toBeNull();
  expect(page.server.api.callsOf(tellCoaching)).toHaveLength(0);
});
