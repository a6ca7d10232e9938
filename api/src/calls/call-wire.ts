import type { Call, Line, ServerEvent } from "@souffleur/contracts";
import type { CallDoc, LineDoc } from "./call-model.ts";

export function wireLine(line: LineDoc): Line {
  return {
    id: line._id,
    callId: line.callId,
    sessionId: line.sessionId,
    seq: line.seq,
    sender: line.sender,
    text: line.text,
    timestamp: line.timestamp.toISOString(),
    confidence: line.confidence,
    isTranscription: line.isTranscription,
  };
}

export function wireCall(call: CallDoc): Call {
  return {
    callId: call._id,
    sessionId: call.sessionId,
    status: call.status,
    source: call.source,
    agentName: call.agentName,
    clientName: call.clientName,
    startedAt: call.startedAt.toISOString(),
    seq: call.seq,
    notes: call.notes,
    notesRevision: call.notesRevision ?? 0,
    ...(call.clientNumber !== undefined && { clientNumber: call.clientNumber }),
    ...(call.scenario !== undefined && { scenario: call.scenario }),
    ...(call.endedAt !== undefined && { ...wireEnd(call), reason: call.reason }),
  };
}

/** A call's end and length; an active call as if it ended now. */
export function wireEnd(call: Pick<CallDoc, "startedAt" | "endedAt">, now = new Date()) {
  const endedAt = call.endedAt ?? now;
  const durationSeconds = Math.max(0, Math.round((endedAt.getTime() - call.startedAt.getTime()) / 1000));
  return { endedAt: endedAt.toISOString(), durationSeconds };
}

export function wireStarted(call: CallDoc): ServerEvent<"call_started"> {
  const { callId, sessionId, startedAt, source, agentName, clientName, clientNumber } = wireCall(call);
  const started = { callId, sessionId, startedAt, source, agentName, clientName };
  return clientNumber === undefined ? started : { ...started, clientNumber };
}

export function wireEnded(call: CallDoc): ServerEvent<"call_ended"> {
  const { _id: callId, sessionId, reason } = call;
  return { callId, sessionId, ...(reason && { reason }), ...wireEnd(call) };
}
