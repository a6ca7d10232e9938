import { may } from "@souffleur/contracts";
import { refusal } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { CallDoc } from "./call-model.ts";

type Owned = Pick<CallDoc, "agentId" | "organizationId">;

function isAgentOf(call: Owned, caller: Caller): boolean {
  return call.agentId === caller.userId;
}

/**
 * The calls that somebody may read, as a query: those of their organization for roles that may view all of them,
 * otherwise their own. Platform administrators manage accounts and read no conversations but their own test calls.
 */
export function readableBy({ userId, role, organizationId }: Caller): Partial<Owned> {
  return organizationId !== null && may(role, "viewAllCalls") ? { organizationId } : { agentId: userId };
}

function mayView(call: Owned, caller: Caller): boolean {
  const { organizationId } = readableBy(caller);
  return isAgentOf(call, caller) || (organizationId !== undefined && organizationId === call.organizationId);
}

/** Reports that somebody reads a call, where it runs and is not their own. @returns the call */
export type ReadCall = (call: CallDoc, caller: Caller) => Promise<CallDoc>;

/** @throws AppError NOT_FOUND, also for a call that the caller may not see: its existence is not disclosed. */
export function demandView<Call extends Owned>(call: Call | null, caller: Caller): Call {
  if (call === null || !mayView(call, caller)) {
    throw refusal("NOT_FOUND", { text: "This call was not found." });
  }
  return call;
}

/** @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN where they may only watch. */
export function demandAgent<Call extends Owned>(call: Call | null, caller: Caller): Call {
  const visible = demandView(call, caller);
  if (!isAgentOf(visible, caller)) {
    throw refusal("FORBIDDEN", { text: "Only the agent of this call may do that." });
  }
  return visible;
}

/**
 * For its agent, and whoever manages users of its organization.
 * @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN where they may only read it
 */
export function demandWrapUp<Call extends Owned>(call: Call | null, caller: Caller): Call {
  const visible = demandView(call, caller);
  if (!isAgentOf(visible, caller) && !may(caller.role, "manageUsers")) {
    throw refusal("FORBIDDEN", { text: "Only the agent of this call, and managers, may do that." });
  }
  return visible;
}

/**
 * For whoever may view all calls of their organization while they run. Platform administrators have none.
 * @returns the organization
 * @throws AppError FORBIDDEN
 */
export function demandDesk({ role, organizationId }: Pick<Caller, "role" | "organizationId">): string {
  if (organizationId === null || !may(role, "viewAllCalls")) throw refusal("FORBIDDEN");
  return organizationId;
}

/**
 * For whoever helps the agent of a call of their organization.
 * @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN for its own agent and where the caller
 * may not view all calls
 */
export function demandCoach<Call extends Owned>(call: Call | null, caller: Caller): Call {
  const visible = demandView(call, caller);
  demandDesk(caller);
  if (isAgentOf(visible, caller)) throw refusal("FORBIDDEN", { text: "This is your own call." });
  return visible;
}

/**
 * For whoever may take data of their organization out. Platform administrators have none.
 * @returns the organization
 * @throws AppError FORBIDDEN
 */
export function demandExport({ role, organizationId }: Caller): string {
  if (organizationId === null || !may(role, "exportData")) throw refusal("FORBIDDEN");
  return organizationId;
}

/**
 * For whoever manages users of its organization, after its end.
 * @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN, and INVALID_TRANSITION before its end
 */
export function demandDeletion<Call extends Owned & Pick<CallDoc, "status">>(
  call: Call | null,
  caller: Caller,
): Call {
  const visible = demandView(call, caller);
  if (!may(caller.role, "manageUsers")) throw refusal("FORBIDDEN");
  if (visible.status === "active") {
    throw refusal("INVALID_TRANSITION", { text: "This call is in progress. Delete it after it ends." });
  }
  return visible;
}

/**
 * For requests that serve a conversation under way: after it they are of no use, and may cost money.
 * @throws AppError as `demandAgent` does, and INVALID_TRANSITION after the call's end
 */
export function demandSpeaker<Call extends Owned & Pick<CallDoc, "status">>(
  call: Call | null,
  caller: Caller,
): Call {
  return demandRunning(demandAgent(call, caller));
}

/** @throws AppError INVALID_TRANSITION after the call's end */
export function demandRunning<Call extends Pick<CallDoc, "status">>(call: Call): Call {
  if (call.status !== "active") throw refusal("INVALID_TRANSITION", { text: "This call has ended." });
  return call;
}
