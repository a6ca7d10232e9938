import { getCall, saveNotes, saveOutcome } from "@souffleur/contracts";
import { writeDraft } from "@souffleur/shared-ui/saving";
import { ok, refused, startApi } from "@souffleur/shared-ui/testing";
import { noteDraftPrefix } from "@souffleur/shared-ui/transcript";
import { emptyOutcome, Notes, notesPlace, outcomePlace } from "@souffleur/shared-ui/wrap-up";
import { waitFor } from "@testing-library/react";
import { saveDrafts } from "./save-drafts.ts";

const callWith = (callId: string) => ({
  callId,
  sessionId: "9e107d9d-372b-4a46-8a6f-0c8f2f6a1b11",
  status: "ended" as const,
  source: "simulation" as const,
  agentName: "",
  customer: { name: "" },
  startedAt: "2026-03-02T09:00:00.000Z",
  seq: 0,
  notes: "",
  notesRevision: 3,
  outcomeRevision: 0,
});

let api: Awaited<ReturnType<typeof startApi>>;
let isUp: boolean;
beforeEach(async () => {
  localStorage.clear();
  isUp = true;
  api = await startApi();
  api.answer(getCall, ({ path }) => ({ data: { call: callWith(path.split("/").at(-1) ?? "") } }));
  api.on(saveNotes, ({ body }) =>
    isUp
      ? ok(saveNotes, { data: { notes: (body as { notes: string }).notes, revision: 4 } })
      : refused("DATABASE_UNAVAILABLE", "Not now."),
  );
  writeDraft(notesPlace("u1", "call-1"), { value: "Mot d'un", base: "" });
  writeDraft(notesPlace("u1", "call-2"), { value: "Mot de deux", base: "" });
  writeDraft(notesPlace("u1"), { value: "Avant l'appel", base: "" });
  writeDraft(notesPlace("u2", "call-3"), { value: "D'une autre", base: "" });
  for (const user of ["u1", "u2"]) localStorage.setItem(`${noteDraftPrefix}${user}.call-1.4`, "{}");
});
afterEach(() => api.close());

const storedWords = () => Object.entries(localStorage).filter(([key]) => key.startsWith("souffleur.notes."));

test("a sign-out saves all of the user's drafts and removes them, and leaves another user's", async () => {
  await saveDrafts("u1", { leaving: true });
  const saved = api.callsOf(saveNotes).map(({ body }) => (body as { notes: string }).notes);
  expect(saved.sort()).toEqual(["Mot d'un", "Mot de deux"]);
  expect(api.callsOf(saveOutcome)).toHaveLength(0);
  expect(storedWords().map(([key]) => key)).toEqual(["souffleur.notes.u2.call-3"]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith(noteDraftPrefix))).toEqual([
    `${noteDraftPrefix}u2.call-1.4`,
  ]);
});

test("without a sign-out the notes of the next call stay", async () => {
  await saveDrafts("u1");
  expect(
    storedWords()
      .map(([key]) => key)
      .sort(),
  ).toEqual(["souffleur.notes.u1.next", "souffleur.notes.u2.call-3"]);
});

test("what the server does not take stays, for another try", async () => {
  isUp = false;
  await saveDrafts("u1", { leaving: true });
  expect(storedWords()).toHaveLength(3);
  isUp = true;
  await saveDrafts("u1");
  expect(storedWords()).toHaveLength(1);
});

test("a draft that is being edited saves itself", async () => {
  isUp = false;
  const notes = new Notes({ userId: "u1", callId: "call-1" });
  const close = notes.open();
  await waitFor(() => expect(notes.get().status).toBe("unsaved"));
  isUp = true;
  await saveDrafts("u1");
  expect(storedWords().map(([key]) => key)).toContain("souffleur.notes.u1.call-1");
  close();
  await waitFor(() => expect(storedWords().map(([key]) => key)).not.toContain("souffleur.notes.u1.call-1"));
});

test("a draft that has to be corrected first is tried once, and again after a change", async () => {
  const draft = (amount: string) =>
    writeDraft(outcomePlace("u1", "call-9"), {
      value: { ...emptyOutcome, outcome: "successful", amount },
      base: emptyOutcome,
    });
  const tries = () => api.callsOf(getCall).filter(({ path }) => path.endsWith("call-9")).length;
  draft("a lot");
  await saveDrafts("u1");
  await saveDrafts("u1");
  expect(tries()).toBe(1);
  draft("quite a lot");
  await saveDrafts("u1");
  expect(tries()).toBe(2);
});
