import { act } from "@testing-library/react";
import { saveWordsWith } from "../browser/stored-words.ts";
import { saveSession, someUser } from "../testing/render-app.tsx";
import { writeSavedRecord } from "./saved-record.ts";
import { startSession } from "./session.ts";

const key = "souffleur.outcome.user-1.call-9";
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  stop();
  writeSavedRecord(undefined);
  jest.useRealTimers();
});

test("what could not be saved is tried again on every page, with the network and from time to time, until it is", async () => {
  const tries: string[] = [];
  saveWordsWith("mfe-live-call", async (userId) => void tries.push(userId));
  saveSession(someUser());
  localStorage.setItem(key, "x");
  await act(async () => {
    stop = startSession();
  });
  expect(tries).toHaveLength(1);
  window.dispatchEvent(new Event("online"));
  await jest.advanceTimersByTimeAsync(0);
  expect(tries).toHaveLength(2);
  // A server that is down sends no event when it is back.
  await jest.advanceTimersByTimeAsync(60_000);
  expect(tries.length).toBeGreaterThan(2);
  localStorage.removeItem(key);
  const before = tries.length;
  window.dispatchEvent(new Event("online"));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(tries).toHaveLength(before);
  // Of a screen that saves for itself while it is open, and was left.
  localStorage.setItem(key, "later");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(tries.length).toBeGreaterThan(before);
});
