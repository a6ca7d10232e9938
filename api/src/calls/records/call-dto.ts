import { type Call, type CallOutcome, defaultCurrency, type Line } from "@souffleur/contracts";
import type { ServerEvent } from "@souffleur/contracts/realtime";
import { clock } from "../../clock.ts";
import { type CallCustomer, toCustomerDto } from "../call-customer.ts";
import type { CallDoc, HelpDoc } from "./call-model.ts";
import type { LineDoc } from "./line-model.ts";

export function toLineDto(line: LineDoc): Line {
  return {
    id: line._id,
    callId: line.callId,
    sessionId: line.sessionId,
    seq: line.seq,
    sender: line.sender,
    text: line.text,
    timestamp: line.timestamp.toISOString(),
    ...(line.startedAt !== undefined && { startedAt: line.startedAt.toISOString() }),
    confidence: line.confidence,
    isTranscription: line.isTranscription,
  };
}

/** What suggestions are made from. */
export const toTranscriptLine = ({ _id: messageId, seq, sender, text }: LineDoc) => ({
  messageId,
  seq,
  sender,
  text,
});

export function toCallDto(call: CallDoc): Call {
  return {
    callId: call._id,
    sessionId: call.sessionId,
    status: call.status,
    source: call.source,
    agentName: call.agentName,
    ...toCustomerDto(call),
    startedAt: call.startedAt.toISOString(),
    seq: call.seq,
    notes: call.notes,
    notesRevision: call.notesRevision ?? 0,
    ...outcomeOf(call),
    ...(hasStep(call) && { nextStepDone: call.openStep === undefined }),
    outcomeRevision: call.outcomeRevision ?? 0,
    ...(call.scenario !== undefined && { scenario: call.scenario }),
    ...(call.endedAt !== undefined && { ...toEndDto(call), reason: call.reason }),
  };
}

export const hasStep = ({ nextStep, nextStepAt }: Pick<CallOutcome, "nextStep" | "nextStepAt">): boolean =>
  nextStep !== undefined || nextStepAt !== undefined;

/** An amount with its currency. */
export const amountOf = ({ amount, currency = defaultCurrency }: Pick<CallDoc, "amount" | "currency">) =>
  amount === undefined ? {} : { amount, currency };

/** The parts of a call's outcome that are set. */
function outcomeOf({ outcome, nextStep, nextStepAt, ...call }: CallDoc) {
  return {
    ...(outcome !== undefined && { outcome }),
    ...amountOf(call),
    ...(nextStep !== undefined && { nextStep }),
    ...(nextStepAt !== undefined && { nextStepAt }),
  };
}

export function toOutcomeDto(call: CallDoc): CallOutcome {
  return { ...outcomeOf(call), revision: call.outcomeRevision ?? 0 };
}

/** Whole seconds, as the call's clock shows them. */
export function secondsBetween(startedAt: Date, endedAt: Date): number {
  return Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000));
}

/** A call's end and duration; for an active call, as if it ended now. */
export function toEndDto({ startedAt, endedAt = clock.now() }: Pick<CallDoc, "startedAt" | "endedAt">) {
  return { endedAt: endedAt.toISOString(), durationSeconds: secondsBetween(startedAt, endedAt) };
}

export const toHelpRequest = ({ askedAt, takenBy }: HelpDoc) => ({
  askedAt: askedAt.toISOString(),
  ...(takenBy && { takenBy }),
});

/** A call with its agent's request for help, which the call's end closes. */
export function toHelpDto(
  call: Pick<CallDoc, "_id" | "agentId" | "agentName" | keyof CallCustomer | "status" | "help">,
): ServerEvent<"help_changed"> {
  const { _id: callId, agentId, agentName, status, help } = call;
  return {
    callId,
    agentId,
    agentName,
    ...toCustomerDto(call),
    ...(status === "active" && help && { help: toHelpRequest(help) }),
  };
}

export function toStartedDto(call: CallDoc): ServerEvent<"call_started"> {
  const { callId, sessionId, startedAt, source, agentName } = toCallDto(call);
  return { callId, sessionId, startedAt, source, agentName, ...toCustomerDto(call) };
}

export function toEndedDto(call: CallDoc): ServerEvent<"call_ended"> {
  const { _id: callId, sessionId, reason } = call;
  return { callId, sessionId, ...(reason && { reason }), ...toEndDto(call) };
}
