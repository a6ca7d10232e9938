import {
  type CallReview,
  exportCall,
  getCall,
  getTranscript,
  reviewCall,
  saveOutcome,
  summarizeCall,
} from "@souffleur/contracts";
import { addLineNote, type LineNote, listLineNotes } from "@souffleur/contracts/coaching";
import { deleteCall } from "@souffleur/contracts/privacy";
import { ok, refused, savedFiles, someUser } from "@souffleur/shared-ui/testing";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { fileReply } from "../../testing/file-reply.ts";
import { api, button, open } from "../../testing/page.ts";
import { someLines, someReview } from "../../testing/stored-calls.ts";

const texts = [
  "Bonjour, le numéro de dossier est prêt.",
  "Très bien, je le note tout de suite pour vous.",
  "Quelle remise proposez-vous pour l'année prochaine ?",
  "Je vous propose une remise de dix pour cent.",
];

function serve(
  lines = someLines(texts),
  differences: Partial<CallReview> = {},
  notes: LineNote[] = [],
): void {
  api.answer(listLineNotes, () => ({ data: { notes } }));
  api.answer(reviewCall, () => ({ data: someReview(lines, differences) }));
  api.answer(getTranscript, () => ({ data: { lines } }));
}

const path = "/analytics/calls/call-1";
const lines = () => screen.findByRole("region", { name: "Lines" });
const inView = () => document.querySelector(".bubble.current [lang=fr]")?.textContent;

test("a call is shown with its facts, its lines, its outcome and its notes", async () => {
  serve();
  await open(path);
  expect(await screen.findByRole("heading", { level: 1, name: "Claire Fontaine" })).toBeVisible();
  const facts = screen.getByText(/Camille Moreau · Mar 12, 2026/);
  expect(facts).toHaveTextContent("12:34 · Telephone · +33 1 99 00 55 66");
  for (const text of texts) expect(within(await lines()).getByText(text)).toHaveAttribute("lang", "fr");
  const outcome = within(screen.getByRole("region", { name: "Outcome and notes" }));
  for (const text of ["Follow-up", "Send the quote", "Mar 31, 2026", "Rappeler mardi."])
    expect(outcome.getByText(text)).toBeVisible();
});

test("its summary has points that lead to their lines, and is read where the call is not wrapped up", async () => {
  serve(someLines([...texts, "Merci, au revoir."]));
  const point = { kind: "figure" as const, text: "dix pour cent", lines: [4] };
  api.on(summarizeCall, () =>
    ok(summarizeCall, { data: { provider: "rules", outcome: "follow_up", points: [point] } }),
  );
  const { user } = await open(path);
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  await user.click(await screen.findByRole("button", { name: "dix pour cent" }));
  expect(inView()).toBe(texts[3]);
  expect(screen.queryByRole("button", { name: /^Take/ })).not.toBeInTheDocument();
  expect(summary.getByText("Follow-up email")).toBeVisible();
});

test("a call that its reader is to wrap up has the form, which stays until it is saved", async () => {
  const call = { ...someReview([]).call, outcome: undefined, nextStep: undefined, nextStepAt: undefined };
  serve(undefined, { call });
  api.answer(getCall, () => ({ data: { call } }));
  api.answer(saveOutcome, ({ body }) => {
    Object.assign(call, body, { outcomeRevision: 2 });
    return { data: { ...(body as object), revision: 2 } };
  });
  const { user } = await open(path);
  const form = within(await screen.findByRole("region", { name: "Wrap-up" }));
  await waitFor(() =>
    expect(form.getByRole("textbox", { name: "Agent notes" })).toHaveValue("Rappeler mardi."),
  );
  await user.click(form.getByRole("radio", { name: "Too expensive" }));
  await user.type(form.getByRole("textbox", { name: "Next step" }), "Devis");
  await waitFor(() => expect(call.nextStep).toBe("Devis"));
  expect(form.getByRole("radio", { name: "Too expensive" })).toBeChecked();
  await user.click(form.getByRole("button", { name: "Save outcome" }));
  const outcome = within(await screen.findByRole("region", { name: "Outcome and notes" }));
  expect(await outcome.findByText("Too expensive")).toBeVisible();
  expect(outcome.getByText("Devis")).toBeVisible();
  await user.click(outcome.getByRole("button", { name: "Edit" }));
  // The form has its stored value when that is loaded.
  await waitFor(() => expect(screen.getByRole("radio", { name: "Too expensive" })).toBeChecked());
});

test("a call that somebody else is to wrap up has no form", async () => {
  serve(undefined, { call: { ...someReview([]).call, agentId: "user-2", outcome: undefined } });
  await open(path, { as: someUser({ role: "analyst" }) });
  expect(await screen.findByText("To wrap up")).toBeVisible();
  const outcome = within(screen.getByRole("region", { name: "Outcome and notes" }));
  expect(outcome.queryByRole("button")).not.toBeInTheDocument();
});

test("the talk figures have a column for each speaker", async () => {
  serve();
  await open(path);
  const table = await screen.findByRole("table", { name: "Talk figures" });
  const cells = (name: string) =>
    within(within(table).getByRole("row", { name: new RegExp(`^${name}`) }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(cells("Talk share")).toEqual(["60%", "40%"]);
  expect(cells("Longest monologue")).toEqual(["–", "1:05"]);
  expect(cells("Questions asked")).toEqual(["7", "0"]);
  expect(cells("Interruptions")).toEqual(["0", "2"]);
  expect(cells("Words per minute")).toEqual(["128", "–"]);
  const silence = screen.getByText("Silence", { selector: "dt" }).nextElementSibling;
  expect(silence).toHaveTextContent("4:14");
});

const note: LineNote = {
  id: "note-1",
  callId: "call-1",
  seq: 2,
  text: "Reformulez la question.",
  author: { userId: "user-9", name: "Sophie Girard" },
  at: "2026-03-12T09:30:16.000Z",
};

test("notes are below their line, with their answer, and an agent writes none", async () => {
  serve(someLines(texts), {}, [{ ...note, answer: "Compris.", closedAt: note.at }]);
  await open(path, { as: someUser({ role: "agent" }) });
  expect(await screen.findByText("Note by Sophie Girard")).toBeVisible();
  expect(await lines()).toHaveTextContent(
    /Très bien.*Note by Sophie Girard.*Closed.*Reformulez.*Compris\..*prochaine \?/,
  );
  expect(screen.queryByRole("button", { name: /^Write a note/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Close note" })).toBeNull();
});

test("a supervisor writes a note on a line, which stays in its field when it is refused", async () => {
  const notes: LineNote[] = [];
  serve(someLines(texts), {}, notes);
  const { user } = await open(path, { as: someUser({ id: "user-9", role: "supervisor" }) });
  const write = { name: /^Write a note on: Quelle remise/ };
  await user.click(await screen.findByRole("button", write));
  const text = "Camille Moreau has no active account any more, and would not get the note.";
  api.on(addLineNote, () => refused("INVALID_TRANSITION", text));
  await user.type(screen.getByRole("textbox", { name: "Note on this line" }), "Proposez trois mois.");
  await user.click(button("Save"));
  expect(await screen.findByText(text)).toBeVisible();
  api.answer(addLineNote, () => {
    notes.push({ ...note, seq: 3, text: "Proposez trois mois." });
    return { data: note };
  });
  await user.click(button("Save"));
  expect(await screen.findByText("Your note")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Note on this line" })).toBeNull());
  const [first, second] = api.callsOf(addLineNote).map(({ body }) => body as { seq: number; id: string });
  expect(first).toMatchObject({ seq: 3, text: "Proposez trois mois." });
  expect(second).toEqual(first);
  await waitFor(() => expect(screen.getByRole("button", write)).toHaveFocus());
});

test("what was used, said or whispered is in the conversation; other suggestions are folded", async () => {
  const suggestion = {
    confidence: 0.9,
    category: "response",
    timestamp: "2026-03-12T09:30:16.000Z",
  } as const;
  const said = {
    ...suggestion,
    provider: "playbook",
    tookMs: 3.6,
    seq: 3,
    state: "used",
    said: true,
  } as const;
  const other = { ...suggestion, said: false } as const;
  serve(someLines(texts), {
    suggestions: [
      { ...said, id: "a", text: "Proposer dix pour cent." },
      { ...said, id: "e", text: "Merci.", state: "given" },
      {
        ...other,
        id: "b",
        text: "Demander le budget.",
        seq: 3,
        state: "dismissed",
        provider: "language-model",
      },
      { ...other, id: "c", text: "Saluer le client.", seq: 0, state: "given" },
      { ...other, id: "d", text: "Restez calme.", seq: 2, state: "shown", from: "Sophie" },
    ],
  });
  const { user } = await open(path);
  expect(await lines()).toHaveTextContent(
    /Whisper from Sophie.*Restez calme\..*Used.*Said.*PlaybookProposer dix pour cent.*SaidPlaybookMerci/,
  );
  expect(await lines()).not.toHaveTextContent(/Saluer|Demander|Not shown/);
  await user.click(screen.getByRole("switch", { name: "2 more suggestions" }));
  expect(await lines()).toHaveTextContent(
    /prêt\..*Not shown.*Saluer.*Très bien.*prochaine \?.*Used.*Said.*Proposer.*Dismissed.*Demander.*Je vous propose/,
  );
});

test("each line has its own address", async () => {
  serve();
  const { user, router } = await open(`${path}#line-3`);
  await lines();
  expect(inView()).toBe(texts[2]);
  const times = within(await lines()).getAllByRole("link");
  expect(times[1]).toHaveAttribute("href", "/analytics/calls/call-1#line-2");
  await user.click(times[1] as HTMLElement);
  expect(router.state.location.hash).toBe("#line-2");
  expect(inView()).toBe(texts[1]);
  await user.click(screen.getByRole("link", { name: "1:05" }));
  expect(inView()).toBe(texts[2]);
});

test("without a valid line in its address a call begins at its start, and the slider goes to the line at its time", async () => {
  serve();
  await open(`${path}#line-0`);
  await lines();
  expect(inView()).toBeUndefined();
  const position = await screen.findByRole("slider", { name: "Position in the call" });
  expect(position).toHaveAttribute("max", "754");
  fireEvent.change(position, { target: { value: "12" } });
  expect(inView()).toBe(texts[2]);
  expect(position).toHaveValue("12");
  expect(position).toHaveAttribute("aria-valuetext", "0:12 of 12:34");
  fireEvent.change(position, { target: { value: "740" } });
  expect(inView()).toBe(texts[3]);
});

test("the search steps through its matches from the last visited line", async () => {
  serve();
  const { user } = await open(`${path}#line-1`);
  await lines();
  await user.type(screen.getByRole("searchbox", { name: "Search transcript" }), "REMISE");
  expect(await screen.findByText("2 of 2")).toBeVisible();
  expect(inView()).toBe(texts[3]);
  await user.keyboard("{Enter}");
  expect(inView()).toBe(texts[2]);
  fireEvent.change(screen.getByRole("slider", { name: "Position in the call" }), { target: { value: "3" } });
  expect(inView()).toBe(texts[0]);
  await user.keyboard("{Enter}");
  expect(inView()).toBe(texts[3]);
});

test("a line found in the list is shown, and the search continues from it", async () => {
  serve();
  const { user, router } = await open("/analytics");
  await act(() =>
    router.navigate("/analytics/calls/call-1#line-3", { state: { list: "?q=remises", find: "remise" } }),
  );
  await lines();
  expect(inView()).toBe(texts[2]);
  expect(screen.getByRole("searchbox", { name: "Search transcript" })).toHaveValue("remise");
  expect(screen.getByText("1 of 2")).toBeVisible();
  await user.click(button("Next match"));
  expect(inView()).toBe(texts[3]);
});

test("a call that is no longer found on a reload is not shown: missing and of another reader have one text", async () => {
  serve();
  await open(path);
  await lines();
  api.on(reviewCall, () => refused("NOT_FOUND", "This call was not found."));
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  expect(await screen.findByText("This call does not exist, or you do not have access to it.")).toBeVisible();
  expect(screen.queryByText(texts[0] as string)).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "All calls" })).toHaveAttribute("href", "/analytics/calls");
});

test("the transcript is copied with times and the speakers' names", async () => {
  serve(someLines(texts.slice(0, 2)));
  const { user } = await open(path);
  await lines();
  await user.click(button("Copy transcript"));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(
    `[00:00:05] Claire Fontaine: ${texts[0]}\n[00:00:10] Camille Moreau: ${texts[1]}`,
  );
});

test("a long call has only its visible lines in the page, and is printed in full", async () => {
  const many = Array.from(
    { length: 400 },
    (_, index) => `Voici la phrase numéro ${index} de notre conversation.`,
  );
  serve(someLines(many));
  const print = jest.fn();
  window.print = print;
  const { user } = await open(path);
  const region = await lines();
  const shown = () => region.querySelectorAll("[lang=fr]").length;
  expect(shown()).toBeLessThan(400);
  await user.click(button("Print"));
  expect(print).toHaveBeenCalledTimes(1);
  fireEvent(window, new Event("beforeprint"));
  expect(region.querySelectorAll(".printed [lang=fr]")).toHaveLength(400);
  fireEvent(window, new Event("afterprint"));
  expect(shown()).toBeLessThan(400);
});

test("Export saves the call as text, JSON and vCon", async () => {
  serve();
  api.on(exportCall, ({ query }) => fileReply(`call.${query.get("format")}`));
  const saved = savedFiles();
  const { user } = await open(path, { as: someUser({ role: "analyst" }) });
  await lines();
  for (const label of ["Text", "JSON", "vCon"]) {
    const name = `call.${label.toLowerCase()}`;
    await user.click(button("Export"));
    await user.click(await screen.findByRole("menuitem", { name: label }));
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ name }));
  }
  expect(api.callsOf(exportCall).map(({ path, query }) => `${path}?${query}`)).toEqual(
    ["text", "json", "vcon"].map((format) => `/api/calls/call-1/export?format=${format}`),
  );
});

test("an agent can copy and print a call, and neither export nor delete it", async () => {
  serve();
  await open(path);
  await lines();
  expect(button("Copy transcript")).toBeVisible();
  expect(button("Print")).toBeVisible();
  for (const name of ["Export", "Delete"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("a call without lines has a text that says so", async () => {
  serve([]);
  await open(path);
  expect(await screen.findByText("Nothing was said in this call.")).toBeVisible();
  expect(button("Copy transcript")).toHaveAttribute("aria-disabled", "true");
});

test("Retry loads a review that failed to load", async () => {
  api.on(reviewCall, () => refused("INTERNAL", "Broken"));
  const { user } = await open(path);
  expect(await screen.findByText(/^The call could not be loaded\./)).toBeVisible();
  serve();
  await user.click(button("Retry"));
  expect(await screen.findByRole("heading", { level: 1, name: "Claire Fontaine" })).toBeVisible();
});

test("a manager deletes a call after a confirmation", async () => {
  serve();
  api.answer(deleteCall, () => ({}));
  const { user } = await open(path, { as: someUser({ role: "manager" }) });
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete the call with Claire Fontaine?" }));
  expect(api.callsOf(deleteCall)).toHaveLength(0);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("This call was deleted.")).toBeVisible();
  expect(api.callsOf(deleteCall).map(({ path }) => path)).toEqual(["/api/calls/call-1"]);
  expect(screen.queryByText(texts[0] ?? "")).toBeNull();
});

test("All calls links to the list with its filters, also after a line was visited", async () => {
  serve();
  const { user, router } = await open("/analytics");
  await act(() => router.navigate("/analytics/calls/call-1", { state: { list: "?outcome=no_need" } }));
  await lines();
  await act(() => router.navigate({ hash: "#line-2" }, { replace: true }));
  await waitFor(() => expect(inView()).toBe(texts[1]));
  const back = screen.getByRole("link", { name: "All calls" });
  expect(back).toHaveAttribute("href", "/analytics/calls?outcome=no_need");
  await user.click(back);
  await waitFor(() => expect(router.state.location.pathname).toBe("/analytics"));
});
