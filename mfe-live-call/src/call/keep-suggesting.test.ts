import type { Suggestion } from "@souffleur/contracts";
import { createStore } from "../lib/store.ts";
import { shownAtLeastMs } from "../suggestions/slot-state.ts";
import { arrive } from "../suggestions/slots.ts";
import { keepSuggesting } from "./keep-suggesting.ts";
import { initialLiveCall, type LiveCallState } from "./live-call-state.ts";

const suggestion: Suggestion = {
  id: "s1",
  text: "Je comprends.",
  confidence: 0.8,
  category: "response",
  timestamp: "2026-03-02T09:00:00.000Z",
  callId: "call-1",
  intent: { id: "price", name: "Prix", isOpening: false },
  trigger: { messageId: "a", text: "C'est trop cher." },
};

let requested: string[];
let stop: () => void;
beforeEach(() => {
  requested = [];
  // The request stays pending: there is no answer.
  jest.spyOn(globalThis, "fetch").mockImplementation((url) => {
    requested.push(new URL(String(url), "http://localhost").search);
    return new Promise(() => {});
  });
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "performance", "Date"] });
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function open() {
  const store = createStore<LiveCallState>({
    ...initialLiveCall,
    call: { status: "active", startedAt: 0, callId: "call-1" },
    callId: "call-1",
  });
  stop = keepSuggesting(store);
  return store;
}

const hear = (store: ReturnType<typeof open>, lastClientLine: string) =>
  store.set((state) => ({ ...state, lastClientLine }));

test("requests once, half a second after the client's last line", () => {
  const store = open();
  hear(store, "b");
  jest.advanceTimersByTime(499);
  hear(store, "c");
  jest.advanceTimersByTime(499);
  expect(requested).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(requested).toEqual(["?unasked=true"]);
  hear(store, "d");
  jest.advanceTimersByTime(60_000);
  expect(requested).toHaveLength(1);
});

test("requests nothing while Auto-generate is off, nor after the call", () => {
  const store = open();
  store.set((state) => ({ ...state, auto: false }));
  hear(store, "a");
  jest.advanceTimersByTime(60_000);
  expect(requested).toEqual([]);
  store.set((state) => ({ ...state, auto: true, call: { status: "ended", startedAt: 0, endedAt: 1 } }));
  jest.advanceTimersByTime(60_000);
  expect(requested).toEqual([]);
});

test("a turn that is answered asks for other intents alone", () => {
  const store = open();
  const line = {
    messageId: "a",
    sender: "client" as const,
    text: "C'est trop cher.",
    timestamp: 1,
    confidence: 0.9,
    isTranscription: true,
  };
  const bubble = { ...line, id: "a", fragments: [line], repeats: [] };
  const give = (...ids: string[]) =>
    store.set((state) => ({
      ...state,
      generating: false,
      conversation: { ...state.conversation, bubbles: [bubble] },
      suggestions: arrive(
        state.suggestions,
        ids.map((id) => ({ ...suggestion, id })),
        Date.now(),
      ),
    }));
  give("s1");
  hear(store, "a");
  jest.advanceTimersByTime(500);
  store.set((state) => ({
    ...state,
    generating: false,
    conversation: { ...state.conversation, bubbles: [] },
  }));
  hear(store, "b");
  jest.advanceTimersByTime(500);
  expect(requested).toEqual(["?unasked=true&answered=price", "?unasked=true"]);
});

test("shows a waiting suggestion when its time has come", () => {
  const store = open();
  const now = Date.now();
  const give = (ids: string[], at: number) =>
    store.set((state) => ({
      ...state,
      suggestions: arrive(
        state.suggestions,
        ids.map((id) => ({ ...suggestion, id })),
        at,
      ),
    }));
  give(["s1", "s2", "s3"], now - 2000);
  give(["s4"], now);
  const shown = () => store.get().suggestions.shown.map((one) => one?.suggestion.id);
  jest.advanceTimersByTime(shownAtLeastMs - 2500);
  expect(shown()).toEqual(["s3", "s2", "s1"]);
  jest.advanceTimersByTime(500);
  expect(shown()).toEqual(["s3", "s2", "s4"]);
});
