import { getCall, saveNotes } from "@souffleur/contracts";
import { ok, refused, startApi } from "@souffleur/shared-ui/testing";
import { waitFor } from "@testing-library/react";
import { readDraft, writeDraft } from "../autosave/draft.ts";
import { notesPlace } from "./note-drafts.ts";
import { createNotes } from "./notes.ts";

const place = notesPlace("u1", "call-1");
const callWith = (notes: string) => ({
  callId: "call-1",
  sessionId: "9e107d9d-372b-4a46-8a6f-0c8f2f6a1b11",
  status: "active" as const,
  source: "simulation" as const,
  agentName: "",
  customer: { name: "" },
  startedAt: "2026-03-02T09:00:00.000Z",
  seq: 0,
  notes,
  notesRevision: revision,
  outcomeRevision: 0,
});

let api: Awaited<ReturnType<typeof startApi>>;
/** The notes that the server has stored. */
let kept: string;
let revision: number;
/** Whether the server can store notes. */
let isUp: boolean;
let stops: (() => void)[];

beforeEach(async () => {
  localStorage.clear();
  kept = "";
  revision = 3;
  isUp = true;
  stops = [];
  api = await startApi();
  api.answer(getCall, () => ({ data: { call: callWith(kept) } }));
  api.on(saveNotes, ({ body }) => {
    if (!isUp) return refused("DATABASE_UNAVAILABLE", "Not now.");
    const given = body as { notes: string; revision: number };
    if (given.revision !== revision)
      return refused("INVALID_TRANSITION", "The notes were changed elsewhere.");
    kept = given.notes;
    revision += 1;
    return ok(saveNotes, { data: { notes: kept, revision } });
  });
});
afterEach(async () => {
  for (const stop of stops) stop();
  await api.close();
});

function open(differences: { callId?: string | undefined; adoptsEarly?: boolean } = {}) {
  const notes = createNotes({ userId: "u1", callId: "call-1", ...differences });
  const stop = notes.open();
  stops.push(stop);
  const state = () => notes.store.get();
  return { ...notes, state, stop };
}
const saved = (notes: ReturnType<typeof open>) => waitFor(() => expect(notes.state().status).toBe("saved"));

test("the server's notes are shown", async () => {
  kept = "Rappeler mardi.";
  const notes = open();
  await saved(notes);
  expect(notes.state().value).toBe("Rappeler mardi.");
  expect(api.callsOf(saveNotes)).toHaveLength(0);
});

test("typed text is saved in this browser at once and on the server soon after", async () => {
  const notes = open();
  await saved(notes);
  notes.type("Rap");
  notes.type("Rappeler");
  expect(readDraft(place)).toEqual({ value: "Rappeler", base: "" });
  await saved(notes);
  expect(kept).toBe("Rappeler");
  expect(readDraft(place)).toBeUndefined();
  expect(api.callsOf(saveNotes)).toHaveLength(1);
});

test("notes are saved at once when the page is left", async () => {
  const notes = open();
  await saved(notes);
  // The clock does not advance, so that a save after a typing pause never runs.
  const later = setTimeout;
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "performance", "Date"] });
  try {
    notes.type("Budget");
    window.dispatchEvent(new Event("pagehide"));
    while (kept !== "Budget") await new Promise((resolve) => later(resolve, 5));
  } finally {
    jest.useRealTimers();
  }
});

test("notes are saved at once when the screen is left", async () => {
  const notes = open();
  await saved(notes);
  notes.type("Budget");
  notes.stop();
  await waitFor(() => expect(kept).toBe("Budget"));
  await waitFor(() => expect(readDraft(place)).toBeUndefined());
});

test("saving is retried until the server accepts the notes", async () => {
  const notes = open();
  await saved(notes);
  isUp = false;
  notes.type("Budget");
  await waitFor(() => expect(notes.state().status).toBe("unsaved"));
  expect(readDraft(place)?.value).toBe("Budget");
  isUp = true;
  await waitFor(() => expect(kept).toBe("Budget"));
});

test("notes that have not reached the server are there after a reload", async () => {
  isUp = false;
  const before = open();
  before.type("Budget");
  before.stop();
  isUp = true;
  const after = open();
  expect(after.state().value).toBe("Budget");
  await saved(after);
  expect(kept).toBe("Budget");
});

test("no text is lost if another device has changed the notes before", async () => {
  kept = "a\nb";
  writeDraft(place, { value: "a\nc", base: "a" });
  const notes = open();
  await waitFor(() => expect(kept).toBe("a\nb\nc"));
  expect(notes.state().value).toBe("a\nb\nc");
});

test("no text is lost if another device changes the notes at the same time", async () => {
  const notes = open();
  await saved(notes);
  kept = "Du téléphone";
  revision += 1;
  notes.type("D'ici");
  await waitFor(() => expect(kept).toBe("Du téléphone\nD'ici"));
  await saved(notes);
  expect(notes.state().value).toBe(kept);
});

test("changes of another tab are followed, and not saved twice", async () => {
  const notes = open();
  await saved(notes);
  const draft = JSON.stringify({ text: "De l'autre onglet", base: "" });
  window.dispatchEvent(new StorageEvent("storage", { key: place.key, newValue: draft }));
  expect(notes.state().value).toBe("De l'autre onglet");
  window.dispatchEvent(new StorageEvent("storage", { key: place.key, newValue: null, oldValue: draft }));
  expect(notes.state().status).toBe("saved");
  notes.stop();
  expect(api.callsOf(saveNotes)).toHaveLength(0);
});

test("changes of another device are shown when the page becomes visible again", async () => {
  const notes = open();
  await saved(notes);
  kept = "Du téléphone";
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(notes.state().value).toBe("Du téléphone"));
});

test("notes written before a call become the next call's, and not an earlier call's", async () => {
  const early = open({ callId: undefined });
  early.type("Demander le budget");
  expect(early.state().status).toBe("local");
  early.stop();
  const over = open();
  await saved(over);
  expect(over.state().value).toBe("");
  const notes = open({ adoptsEarly: true });
  expect(notes.state().value).toBe("Demander le budget");
  await waitFor(() => expect(kept).toBe("Demander le budget"));
  expect(createNotes({ userId: "u1", callId: undefined }).store.get().value).toBe("");
});

test("a reply is appended, unless there is no room", async () => {
  const notes = open();
  await saved(notes);
  notes.type("Budget");
  expect(notes.append("Je vous écoute.")).toBe(true);
  expect(notes.state().value).toBe("Budget\nJe vous écoute.");
  notes.type("x".repeat(20_000));
  expect(notes.append("Non")).toBe(false);
  expect(notes.state().value).toHaveLength(20_000);
});
