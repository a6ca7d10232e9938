import { randomUUID } from "node:crypto";
import type { CallDoc } from "./records/call-model.ts";
import { leaseEnd } from "./records/lease-records.ts";

type Given = "organizationId" | "agentId" | "agentName" | "clientName" | "source" | "owner";
type Optional = "clientNumber" | "scenario" | "callSid" | "phone";

/** A new call, which is not stored yet. */
export function newCall(call: Pick<CallDoc, Given> & Partial<Pick<CallDoc, Optional>>): CallDoc {
  return {
    ...call,
    _id: randomUUID(),
    sessionId: randomUUID(),
    status: "active",
    startedAt: new Date(),
    seq: 0,
    notes: "",
    suggested: [],
    wordsDue: randomUUID(),
    leaseUntil: leaseEnd(),
  };
}
