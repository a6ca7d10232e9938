import { type PlaybookContent, readPlaybookDraft, savePlaybookDraft } from "@souffleur/contracts/playbook";
import { refused } from "@souffleur/shared-ui/testing";
import { api } from "../../testing/page.ts";
import { servePlaybook, someEntry } from "../../testing/playbook.ts";
import { PlaybookAutosave, saveDraft } from "./draft.ts";

const before = someEntry("price", "Price");
const content: PlaybookContent = { entries: [before], facts: [] };
const key = "souffleur.playbook.user-1";

let server: ReturnType<typeof servePlaybook>;
beforeEach(() => {
  localStorage.clear();
  server = servePlaybook(content);
});

const keep = (intent: string) =>
  localStorage.setItem(
    key,
    JSON.stringify([{ kind: "entry", id: "price", before, after: { ...before, intent } }]),
  );
const reads = () => api.callsOf(readPlaybookDraft).length;

test("a draft is saved on any page, as soon as the server takes it", async () => {
  keep("Budget");
  api.on(savePlaybookDraft, () => refused("DATABASE_UNAVAILABLE", "Not now."));
  await saveDraft("user-1", false);
  expect(localStorage.getItem(key)).toContain("Budget");
  server = servePlaybook(content);
  await saveDraft("user-1", false);
  expect(server.draft.entries[0]?.intent).toBe("Budget");
  expect(localStorage.getItem(key)).toBeNull();
});

test("a draft that waits for its user is tried once, and again after a change and at a sign-out", async () => {
  keep("");
  for (const _ of [1, 2]) await saveDraft("user-1", false);
  expect(reads()).toBe(1);
  await saveDraft("user-1", true);
  expect(reads()).toBe(2);
  keep("Budget");
  await saveDraft("user-1", false);
  expect(server.draft.entries[0]?.intent).toBe("Budget");
});

test("a draft that is being edited saves itself, and is saved at a sign-out", async () => {
  keep("");
  const close = new PlaybookAutosave("user-1", () => {}).open();
  const own = reads();
  await saveDraft("user-1", false);
  expect(reads()).toBe(own);
  keep("Budget");
  await saveDraft("user-1", true);
  close();
  expect(server.draft.entries[0]?.intent).toBe("Budget");
});
