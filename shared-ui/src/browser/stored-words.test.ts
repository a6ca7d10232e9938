import fc from "fast-check";
import {
  loadWordSaversWith,
  removeOldWords,
  saveWords,
  saveWordsWith,
  writeStoredDated,
} from "./stored-words.ts";

const day = 24 * 60 * 60_000;

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

test("words are kept for a day from when they were last written, and nothing else is removed", () => {
  const age = fc.integer({ min: 0, max: 3 * day });
  const prefix = fc.constantFrom("souffleur.notes.", "souffleur.outcome.", "souffleur.playbook.");
  fc.assert(
    fc.property(fc.array(fc.tuple(prefix, fc.uuid(), age), { maxLength: 8 }), (drafts) => {
      localStorage.clear();
      const now = Date.now();
      const clock = jest.spyOn(Date, "now");
      localStorage.setItem("souffleur.theme", "dark");
      const keys = drafts.map(([begin, id, ms], index) => {
        const key = `${begin}u${index}.${id}`;
        clock.mockReturnValue(now - 5 * day);
        writeStoredDated(key, "earlier");
        clock.mockReturnValue(now - ms);
        writeStoredDated(key, "latest");
        return [key, ms] as const;
      });
      clock.mockRestore();
      removeOldWords(now);
      for (const [key, ms] of keys) expect(localStorage.getItem(key)).toBe(ms < day ? "latest" : null);
      expect(localStorage.getItem("souffleur.theme")).toBe("dark");
    }),
  );
});

test("words without a time are kept for a day from when they are first seen", () => {
  const key = "souffleur.notes.u1.call-1";
  localStorage.setItem(key, "Rappeler");
  removeOldWords(1000);
  removeOldWords(day);
  expect(localStorage.getItem(key)).toBe("Rappeler");
  removeOldWords(day + 1000);
  expect(localStorage.getItem(key)).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test("a remote that is not loaded is loaded to save a user's words, and only theirs", async () => {
  const saved: string[] = [];
  const loaded: string[] = [];
  loadWordSaversWith(async (name) => {
    loaded.push(name);
    saveWordsWith(name, async (userId, leaving) => void saved.push(`${name} ${userId} ${leaving}`));
  });
  expect(saveWords("u1")).toBeUndefined();
  writeStoredDated("souffleur.notes.u1.call-1", "x");
  writeStoredDated("souffleur.outcome.u1.call-1", "x");
  writeStoredDated("souffleur.playbook.u10", "x");
  await saveWords("u1", true);
  await saveWords("u1");
  expect(loaded).toEqual(["mfe-live-call"]);
  expect(saved).toEqual(["mfe-live-call u1 true", "mfe-live-call u1 false"]);
  await saveWords("u10");
  expect(loaded).toEqual(["mfe-live-call", "mfe-admin"]);
});
