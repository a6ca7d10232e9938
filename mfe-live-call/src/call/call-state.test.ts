import fc from "fast-check";
import { type CallEvent, type CallState, callReducer, callSeconds, initialCallState } from "./call-state.ts";

const run = (...events: CallEvent[]): CallState => events.reduce(callReducer, initialCallState);
const started = (callId = "a", at = 1000): CallEvent => ({
  type: "call_started",
  at,
  callId,
  sessionId: `s-${callId}`,
});

const requested: CallEvent = { type: "test_call_requested" };
const reset: CallEvent = { type: "reset" };
const endCall = (at: number): CallEvent => ({ type: "end_call", at });
const ended = (at: number, callId?: string): CallEvent => ({
  type: "call_ended",
  at,
  ...(callId && { callId }),
});
const final = (at: number, callId?: string): CallEvent => ({
  type: "bridge_final",
  at,
  ...(callId && { callId }),
});
const failed: CallEvent[] = [started(), { type: "failed", message: "Refused" }];
const closed = [started(), endCall(2000), reset];

describe("callReducer", () => {
  test.each<[string, CallEvent[], object]>([
    ["becomes active on call_started", [started()], { status: "active", startedAt: 1000 }],
    [
      "becomes active on the bridge's first final transcript",
      [final(1000)],
      { status: "active", startedAt: 1000 },
    ],
    ["connects while the test call is being prepared", [requested], { status: "connecting" }],
    [
      "becomes active on the test call's start",
      [requested, { type: "call_started", at: 5 }],
      { status: "active", startedAt: 5 },
    ],
    [
      "takes the test call's ids from a later event and keeps its start time",
      [{ type: "call_started", at: 5 }, started("a", 900)],
      { status: "active", startedAt: 5, callId: "a", sessionId: "s-a" },
    ],
    [
      "keeps the call on the screen when another one starts",
      [started(), started("b", 2000)],
      { callId: "a", startedAt: 1000 },
    ],
    [
      "ends on call_ended",
      [started(), ended(9000, "a")],
      { status: "ended", startedAt: 1000, endedAt: 9000 },
    ],
    ["ends on a call_ended without an id", [started(), ended(9000)], { status: "ended", endedAt: 9000 }],
    [
      "ends on End Call, whatever the server answers",
      [started(), endCall(9000)],
      { status: "ended", endedAt: 9000 },
    ],
    ["ignores the end of another call", [started(), ended(9000, "b")], { status: "active" }],
    [
      "does not end a new call with the late end of the previous one",
      [started(), endCall(2000), { type: "call_started", at: 3000 }, ended(3100, "a")],
      { status: "active", startedAt: 3000 },
    ],
    [
      "is not restarted by late lines of a call that was closed",
      [...closed, final(2100, "a")],
      { status: "waiting" },
    ],
    [
      "is not restarted by the late start of a call that was closed",
      [...closed, started()],
      { status: "waiting" },
    ],
    ["is started by another call", [...closed, started("b")], { status: "active" }],
    [
      "starts the next telephone call from an ended one",
      [started(), ended(2000, "a"), started("b", 3000)],
      { status: "active", callId: "b" },
    ],
    ["is not started by a stray transcript", [started(), ended(2000, "a"), final(3000)], { status: "ended" }],
    [
      "waits when recording fails while connecting",
      [requested, { type: "recording_failed" }],
      { status: "waiting" },
    ],
    [
      "waits when recording fails in a call",
      [started(), { type: "recording_failed" }],
      { status: "waiting" },
    ],
    ["stops connecting on End Call", [requested, endCall(4)], { status: "waiting" }],
    ["shows an error", failed, { status: "error", message: "Refused" }],
    [
      "recovers when the call can be followed again",
      [...failed, started()],
      { status: "active", callId: "a" },
    ],
    ["leaves an error by a reset", [...failed, reset], { status: "waiting" }],
  ])("%s", (_name, events, state) => {
    expect(run(...events)).toMatchObject(state);
  });

  test("returns the same object when nothing changes", () => {
    const state = run(started());
    expect(callReducer(state, started("a", 4000))).toBe(state);
    expect(callReducer(state, final(4000))).toBe(state);
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
