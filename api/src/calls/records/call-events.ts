import type { EventSource } from "../../webhooks/event.ts";
import { maskSecrets } from "../masking/masking.ts";
import { toCallDto } from "./call-dto.ts";
import type { CallDoc, CallModels } from "./call-model.ts";

/** What webhooks tell of calls: the call as the export has it, without its transcript, and with secrets masked in what was typed. */
export const createCallEvents = ({ calls }: Pick<CallModels, "calls">): EventSource<CallDoc> => ({
  model: calls,
  erased: "erasedAt",
  dataOf(call, { type, at }) {
    const { _id: callId, agentId } = call;
    if (type === "call.deleted") return { callId, deletedAt: at.toISOString() };
    const { notes, nextStep, ...shown } = toCallDto(call);
    return {
      callId,
      call: {
        ...shown,
        agentId,
        notes: maskSecrets(notes),
        ...(nextStep !== undefined && { nextStep: maskSecrets(nextStep) }),
      },
      ...(type === "help.requested" && { requestedAt: at.toISOString() }),
    };
  },
});
