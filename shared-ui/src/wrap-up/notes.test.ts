import { getCall, saveNotes } from "@souffleur/contracts";
import { call } from "@souffleur/shared-ui";
import { readDraft, writeDraft } from "@souffleur/shared-ui/saving";
import { deferred, ok, refused, startApi } from "@souffleur/shared-ui/testing";
import { waitFor } from "@testing-library/react";
import { notesPlace } from "./note-drafts.ts";
import { Notes } from "./notes.ts";

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
  const notes = new Notes({ userId: "u1", callId: "call-1", ...differences });
  const stop = notes.open();
  stops.push(stop);
  return Object.assign(notes, { stop });
}
const saved = (notes: ReturnType<typeof open>) => waitFor(() => expect(notes.get().status).toBe("saved"));

test("the server's notes are shown", async () => {
  kept = "Rappeler mardi.";
  const notes = open();
  await saved(notes);
  expect(notes.get().value).toBe("Rappeler mardi.");
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
  await waitFor(() => expect(notes.get().status).toBe("unsaved"));
  expect(readDraft(place)?.value).toBe("Budget");
  isUp = true;
  await waitFor(() => expect(kept).toBe("Budget"));
});

test("the same notes opened twice, as at a sign-out, are saved once", async () => {
  const notes = open();
  await saved(notes);
  const [arrived, answer] = [deferred(), deferred()];
  api.on(saveNotes, async ({ body }) => {
    arrived.resolve();
    await answer.promise;
    kept = (body as { notes: string }).notes;
    return ok(saveNotes, { data: { notes: kept, revision: 4 } });
  });
  notes.type("Budget");
  const first = notes.save();
  await arrived.promise;
  const second = new Notes({ userId: "u1", callId: "call-1" }).save();
  // Meanwhile the second would have loaded the notes and sent its own.
  for (const _ of [1, 2, 3]) await call(getCall, { params: { callId: "call-1" } });
  answer.resolve();
  await Promise.all([first, second]);
  expect(api.callsOf(saveNotes)).toHaveLength(1);
  expect(readDraft(place)).toBeUndefined();
});

test("notes that have not reached the server are there after a reload", async () => {
  isUp = false;
  const before = open();
  before.type("Budget");
  before.stop();
  isUp = true;
  const after = open();
  expect(after.get().value).toBe("Budget");
  await saved(after);
  expect(kept).toBe("Budget");
});

test("no text is lost if another device has changed the notes before", async () => {
  kept = "a\nb";
  writeDraft(place, { value: "a\nc", base: "a" });
  const notes = open();
  await waitFor(() => expect(kept).toBe("a\nb\nc"));
  expect(notes.get().value).toBe("a\nb\nc");
});

test("no text is lost if another device changes the notes at the same time", async () => {
  const notes = open();
  await saved(notes);
  kept = "Du téléphone";
  revision += 1;
  notes.type("D'ici");
  await waitFor(() => expect(kept).toBe("Du téléphone\nD'ici"));
  await saved(notes);
  expect(notes.get().value).toBe(kept);
});

test("changes of another tab are followed, and not saved twice", async () => {
  const notes = open();
  await saved(notes);
  const draft = JSON.stringify({ text: "De l'autre onglet", base: "" });
  window.dispatchEvent(new StorageEvent("storage", { key: place.key, newValue: draft }));
  expect(notes.get().value).toBe("De l'autre onglet");
  window.dispatchEvent(new StorageEvent("storage", { key: place.key, newValue: null, oldValue: draft }));
  expect(notes.get().status).toBe("saved");
  notes.stop();
  expect(api.callsOf(saveNotes)).toHaveLength(0);
});

test("changes of another device are shown when the page becomes visible again", async () => {
  const notes = open();
  await saved(notes);
  kept = "Du téléphone";
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(notes.get().value).toBe("Du téléphone"));
});

test("notes written before a call become the next call's, and not an earlier call's", async () => {
  const early = open({ callId: undefined });
  early.type("Demander le budget");
  expect(early.get().status).toBe("local");
  early.stop();
  const over = open();
  await saved(over);
  expect(over.get().value).toBe("");
  const notes = open({ adoptsEarly: true });
  expect(notes.get().value).toBe("Demander le budget");
  await waitFor(() => expect(kept).toBe("Demander le budget"));
  expect(new Notes({ userId: "u1", callId: undefined }).get().value).toBe("");
});

test("a reply is appended, unless there is no room", async () => {
  const notes = open();
  await saved(notes);
  notes.type("Budget");
  expect(notes.append("Je vous écoute.")).toBe(true);
  expect(notes.get().value).toBe("Budget\nJe vous écoute.");
  notes.type("x".repeat(20_000));
  expect(notes.append("Non")).toBe(false);
  expect(notes.get().value).toHaveLength(20_000);
});
