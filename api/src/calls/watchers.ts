import type { Caller } from "../http/guard.ts";
import type { Joined } from "../realtime/joins.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Emit, Peer } from "../realtime/requests.ts";
import { demandView, type ReadCall } from "./access.ts";
import type { CallDoc } from "./call-model.ts";
import type { CallRecords } from "./call-records.ts";
import { wireCall, wireEnded, wireLine, wireStarted } from "./call-wire.ts";

/** Runs before a page joins or reads an active call; `peer` is its connection, where it has one. */
export type OnLooking = (call: CallDoc, caller: Caller, peer?: Peer) => Promise<void>;

interface WatchersDeps {
  onLooking: OnLooking;
  records: CallRecords;
  realtime: Pick<Realtime, "onJoin" | "onConnect" | "onMissed">;
}

/** A screen shows one call and has another one wait for its end. */
const callsOfOneScreen = 2;

/** Answers the sockets that connect, join a call's session, or have missed some of its lines. */
export function serveWatchers({ records, realtime, onLooking }: WatchersDeps): { read: ReadCall } {
  realtime.onConnect(emitActiveCalls);
  realtime.onJoin(join);
  realtime.onMissed({ states: records.sessionStates, read: readMissed });

  const linesAfter = async (callId: string, after: number) =>
    (await records.lines.after(callId, after)).map(wireLine);

  /** A page that was reloaded during a call, or opened after its start, gets its call again. */
  async function emitActiveCalls(caller: Caller, emit: Emit, peer: Peer): Promise<void> {
    for (const call of await records.findActiveOf(caller.userId, callsOfOneScreen)) {
      emit("call_started", wireStarted(call));
      await onLooking(call, caller, peer);
    }
  }

  async function join(
    caller: Caller,
    { sessionId, after }: { sessionId: string; after: number },
    peer: Peer,
  ): Promise<Joined> {
    const call = demandView(await records.findBySession(sessionId), caller);
    if (call.status === "active") await onLooking(call, caller, peer);
    const lines = await linesAfter(call._id, after);
    const { callId, status, startedAt } = wireCall(call);
    // Not the call's own count: a line whose number is taken may not be stored yet, and will be emitted.
    const seq = lines.at(-1)?.seq ?? Math.min(after, call.seq);
    return { callId, status, startedAt, seq, lines };
  }

  async function readMissed(sessionId: string, after: number) {
    const call = await records.findBySession(sessionId);
    if (call === null) return { lines: [] };
    const isOver = call.status === "ended";
    // A line that was on its way when the call ended is waited for: after the end there is no other look.
    if (isOver) await records.lines.settled(call._id);
    const lines = await linesAfter(call._id, after);
    return { lines, ...(isOver && { ended: wireEnded(call) }) };
  }

  return {
    async read(call, caller) {
      // Reading a running call of somebody else is looking on.
      if (call.status === "active" && call.agentId !== caller.userId) await onLooking(call, caller);
      return call;
    },
  };
}
