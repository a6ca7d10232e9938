import type { Suggestion } from "@souffleur/contracts";
import { act, renderHook } from "@testing-library/react";
import { initialLiveCall, type LiveCallState } from "../../call/live-call-state.ts";
import { createStore } from "../../lib/store.ts";
import { emptySlots } from "../../suggestions/slot-state.ts";
import { arrive, shownAtLeastMs } from "../../suggestions/slots.ts";
import { useSuggestions } from "./use-suggestions.ts";

const suggestion: Suggestion = {
  id: "s1",
  text: "Je comprends.",
  confidence: 0.8,
  category: "response",
  timestamp: "2026-03-02T09:00:00.000Z",
  callId: "call-1",
  trigger: { messageId: "a", text: "C'est trop cher." },
};

beforeEach(() => {
  // The request stays pending: there is no answer.
  jest.spyOn(globalThis, "fetch").mockReturnValue(new Promise(() => {}));
  jest.useFakeTimers({ doNotFake: ["queueMicrotask", "nextTick", "performance", "Date"] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
});

function open() {
  const store = createStore<LiveCallState>({
    ...initialLiveCall,
    call: { status: "active", startedAt: 0, callId: "call-1" },
    callId: "call-1",
  });
  const { result } = renderHook(() => useSuggestions(store));
  return {
    store,
    hook: () => result.current,
    /** Sets the client's last line and the suggestions that have arrived by then. */
    receiveLine: (lastClientLine: string, suggestions: readonly Suggestion[] = []) =>
      act(() =>
        store.set((state) => ({
          ...state,
          lastClientLine,
          suggestions: arrive(state.suggestions, suggestions, Date.now()),
        })),
      ),
  };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test("requests once, half a second after the client's last line, unless another tab's suggestions have arrived", () => {
  const { hook, receiveLine } = open();
  receiveLine("a", [suggestion]);
  pass(60_000);
  expect(hook().generating).toBe(false);
  receiveLine("b");
  pass(499);
  receiveLine("c");
  pass(499);
  expect(hook().generating).toBe(false);
  pass(1);
  expect(hook().generating).toBe(true);
});

test("requests nothing while Auto-generate is off", () => {
  const { hook, receiveLine } = open();
  act(() => hook().setAuto(false));
  receiveLine("a");
  pass(60_000);
  expect(hook().generating).toBe(false);
  act(() => hook().setAuto(true));
  pass(500);
  expect(hook().generating).toBe(true);
});

test("shows a waiting suggestion when its time has come", () => {
  const { store, hook } = open();
  const now = Date.now();
  const made = (id: string) => ({ ...suggestion, id });
  const first = arrive(emptySlots, ["s1", "s2", "s3"].map(made), now - 2000);
  act(() => store.set((state) => ({ ...state, suggestions: arrive(first, [made("s4")], now) })));
  const shown = () => hook().slots.shown.map((one) => one?.suggestion.id);
  pass(shownAtLeastMs - 2500);
  expect(shown()).toEqual(["s1", "s2", "s3"]);
  pass(500);
  expect(shown()).toEqual(["s4", "s2", "s3"]);
});
