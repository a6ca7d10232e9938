import type { Caller } from "../http/guard.ts";
import type { Join } from "../realtime/joins.ts";
import type { Realtime } from "../realtime/realtime.ts";
import type { Emit, Peer } from "../realtime/requests.ts";
import { type ReadCall, requireView } from "./access.ts";
import type { ReadLines } from "./reading-budget.ts";
import { toCallDto, toLineDto, toStartedDto } from "./records/call-dto.ts";
import type { CallDoc } from "./records/call-model.ts";
import type { CallRecords } from "./records/call-records.ts";

/** Runs before a page joins or reads an active call. @param peer the page's connection; undefined for an HTTP request */
type OnWatch = (call: CallDoc, caller: Caller, peer?: Peer) => Promise<void>;

interface WatchersDeps {
  records: CallRecords;
  readLines: ReadLines;
  realtime: Pick<Realtime, "onJoin" | "onConnect" | "onStates">;
}

/** A screen shows one call, while another one may wait to be ended. */
const callsOfOneScreen = 2;

/** Serves sockets that connect, or join a call's session. */
export function serveWatchers({ records, readLines, realtime }: WatchersDeps) {
  let onWatch: OnWatch = async () => {};

  /** For a page that was reloaded during a call, or opened after its start. */
  async function emitActiveCalls(caller: Caller, emit: Emit, peer: Peer): Promise<void> {
    for (const call of await records.findActiveOf(caller.userId, callsOfOneScreen)) {
      emit("call_started", toStartedDto(call));
      await onWatch(call, caller, peer);
    }
  }

  const join: Join = async (caller, { sessionId, after }, peer) => {
    const call = requireView(await records.findBySession(sessionId), caller);
    if (call.status === "active") await onWatch(call, caller, peer);
    const lines = (await readLines.after(caller, call._id, after)).map(toLineDto);
    const { callId, status, startedAt } = toCallDto(call);
    // Not `call.seq`: the line of the last number may not be stored yet, and will be emitted.
    const seq = lines.at(-1)?.seq ?? Math.min(after, call.seq);
    const changed = after > 0 ? (await records.lines.changed(call._id, after)).map(toLineDto) : [];
    return { callId, status, startedAt, seq, lines, ...(changed.length > 0 && { changed }) };
  };

  realtime.onConnect(emitActiveCalls);
  realtime.onJoin(join);
  realtime.onStates(records.sessionStates);

  const read: ReadCall = async (callId, caller) => {
    const call = requireView(await records.find(callId), caller);
    // Reading another agent's running call counts as watching it.
    if (call.status === "active" && call.agentId !== caller.userId) await onWatch(call, caller);
    return call;
  };

  return {
    read,
    /**
     * @param listener runs before a page joins an active call, when a page of its agent connects, and, without `peer`,
     *   before another account reads it. Its failure is that of the join or the reading.
     */
    onWatch(listener: OnWatch): void {
      onWatch = listener;
    },
  };
}
