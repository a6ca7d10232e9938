import fc from "fast-check";
import { type CallEvent, type CallState, callReducer, callSeconds, initialCallState } from "./call-state.ts";

const run = (...events: CallEvent[]): CallState => events.reduce(callReducer, initialCallState);
const started = (callId = "a", at = 1000): CallEvent => ({
  type: "call_started",
  at,
  callId,
  sessionId: `s-${callId}`,
});

describe("callReducer", () => {
  test.each<[string, CallEvent]>([
    ["call_started", started()],
    ["the first final bridge transcript", { type: "bridge_final", at: 1000, sessionId: "s" }],
    ["the browser test call's start", { type: "call_started", at: 1000 }],
  ])("becomes active on %s", (_name, event) => {
    expect(run(event)).toMatchObject({ status: "active", startedAt: 1000 });
  });

  test("connects while the browser test call is being prepared", () => {
    expect(run({ type: "test_call_requested" })).toEqual({ status: "connecting" });
    expect(run({ type: "test_call_requested" }, { type: "call_started", at: 5 })).toMatchObject({
      status: "active",
      startedAt: 5,
    });
  });

  test("takes the test call's ids from a later event and keeps its start time", () => {
    expect(run({ type: "call_started", at: 5 }, started("a", 900))).toEqual({
      status: "active",
      startedAt: 5,
      callId: "a",
      sessionId: "s-a",
    });
  });

  test("returns the same object when nothing changes", () => {
    const state = run(started());
    expect(callReducer(state, started("a", 4000))).toBe(state);
    expect(callReducer(state, { type: "bridge_final", at: 4000 })).toBe(state);
  });

  test("keeps the call on the screen when another one starts", () => {
    expect(run(started("a"), started("b", 2000))).toMatchObject({ callId: "a", startedAt: 1000 });
  });

  test.each<[string, CallEvent]>([
    ["call_ended", { type: "call_ended", at: 9000, callId: "a" }],
    ["a call_ended without an id", { type: "call_ended", at: 9000 }],
    ["End Call, regardless of the answer to the end request", { type: "end_call", at: 9000 }],
  ])("ends on %s", (_name, event) => {
    expect(run(started(), event)).toMatchObject({ status: "ended", startedAt: 1000, endedAt: 9000 });
  });

  test("ignores the end of another call", () => {
    expect(run(started("a"), { type: "call_ended", at: 9000, callId: "b" }).status).toBe("active");
  });

  test("does not end a new call with the late end of the previous one", () => {
    const state = run(
      started("a"),
      { type: "end_call", at: 2000 },
      { type: "call_started", at: 3000 },
      { type: "call_ended", at: 3100, callId: "a" },
    );
    expect(state).toMatchObject({ status: "active", startedAt: 3000 });
  });

  test("does not restart an ended call by its late events", () => {
    const events: CallEvent[] = [started("a"), { type: "end_call", at: 2000 }, { type: "reset" }];
    expect(run(...events, { type: "bridge_final", at: 2100, callId: "a" }).status).toBe("waiting");
    expect(run(...events, started("a")).status).toBe("waiting");
    expect(run(...events, started("b")).status).toBe("active");
  });

  test("starts the next telephone call from an ended one, but not by a stray transcript", () => {
    const ended: CallEvent[] = [started("a"), { type: "call_ended", at: 2000, callId: "a" }];
    expect(run(...ended, started("b", 3000))).toMatchObject({ status: "active", callId: "b" });
    expect(run(...ended, { type: "bridge_final", at: 3000 }).status).toBe("ended");
  });

  test.each<[string, CallEvent[]]>([
    ["connecting", [{ type: "test_call_requested" }]],
    ["active", [{ type: "call_started", at: 1 }]],
  ])("returns to waiting when recording fails while %s", (_name, events) => {
    expect(run(...events, { type: "recording_failed" }).status).toBe("waiting");
  });

  test("stops connecting on End Call", () => {
    expect(run({ type: "test_call_requested" }, { type: "end_call", at: 4 }).status).toBe("waiting");
  });

  test("shows an error, and recovers when the call can be followed again", () => {
    const failed: CallEvent[] = [started("a"), { type: "failed", message: "Refused" }];
    expect(run(...failed)).toEqual({ status: "error", message: "Refused" });
    expect(run(...failed, started("a", 1000))).toMatchObject({ status: "active", callId: "a" });
    expect(run(...failed, { type: "reset" }).status).toBe("waiting");
  });

  const ids = fc.record(
    { callId: fc.constantFrom("a", "b"), sessionId: fc.constant("s") },
    { requiredKeys: [] },
  );
  const at = fc.integer({ min: 0, max: 1_000_000 });
  const timed = fc
    .tuple(fc.constantFrom("call_started", "bridge_final", "call_ended"), at, ids)
    .map(([type, moment, known]): CallEvent => ({ type, at: moment, ...known }) as CallEvent);
  const plain = fc.constantFrom<CallEvent>(
    { type: "test_call_requested" },
    { type: "recording_failed" },
    { type: "reset" },
    { type: "end_call", at: 7 },
    { type: "failed", message: "m" },
  );

  test("becomes active only by a start, and ends only from active", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(timed, plain), { maxLength: 30 }), (events) => {
        let state = initialCallState;
        for (const event of events) {
          const next = callReducer(state, event);
          if (next.status === "active" && state.status !== "active")
            expect(["call_started", "bridge_final"]).toContain(event.type);
          if (next.status === "ended" && state.status !== "ended") expect(state.status).toBe("active");
          if (next.status === "ended") expect(next.endedAt).toBeGreaterThanOrEqual(next.startedAt);
          state = next;
        }
      }),
    );
  });
});

describe("the timer", () => {
  test("runs only while the call is active", () => {
    expect(callSeconds(initialCallState, 99_000)).toBe(0);
    expect(callSeconds(run(started()), 11_999)).toBe(10);
    expect(callSeconds(run(started(), { type: "end_call", at: 4000 }), 99_000)).toBe(3);
  });
});
