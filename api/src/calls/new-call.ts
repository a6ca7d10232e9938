import { randomUUID } from "node:crypto";
import type { Customer } from "@souffleur/contracts";
import { clock } from "../clock.ts";
import { storeCustomer } from "./call-customer.ts";
import type { CallDoc } from "./records/call-model.ts";
import { leaseEnd } from "./records/lease-records.ts";

type Given = "organizationId" | "agentId" | "agentName" | "source" | "owner";
type Optional = "scenario" | "callSid" | "phone";

export type NewCall = Pick<CallDoc, Given> & Partial<Pick<CallDoc, Optional>> & { customer: Customer };

/** A new call, which is not stored yet. */
export function newCall({ customer, ...call }: NewCall): CallDoc {
  return {
    ...call,
    ...(call.source === "simulation" && { practice: true as const }),
    ...storeCustomer(customer),
    _id: randomUUID(),
    sessionId: randomUUID(),
    status: "active",
    startedAt: clock.now(),
    seq: 0,
    notes: "",
    suggested: [],
    wordsDue: randomUUID(),
    leaseUntil: leaseEnd(),
  };
}
