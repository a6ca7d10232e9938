import { type Capability, may } from "@souffleur/contracts";
import { appError } from "../http/errors.ts";
import type { Caller } from "../http/guard.ts";
import type { CallDoc } from "./records/call-model.ts";

type Owned = Pick<CallDoc, "agentId" | "organizationId">;

const isAgentOf = (call: Owned, caller: Caller) => call.agentId === caller.userId;

/**
 * A query for the calls that the caller may read: those of their organization for roles that may view all calls,
 * otherwise their own. Platform administrators read only their own test calls.
 */
export function readableBy({ userId, role, organizationId }: Caller): Partial<Owned> {
  return organizationId !== null && may(role, "viewAllCalls") ? { organizationId } : { agentId: userId };
}

function mayView(call: Owned, caller: Caller): boolean {
  const { organizationId } = readableBy(caller);
  return isAgentOf(call, caller) || (organizationId !== undefined && organizationId === call.organizationId);
}

/**
 * The one way to read a call for the caller of a request: a running call of another agent is reported to that agent first.
 * @throws AppError NOT_FOUND, also for a call that the caller may not see
 */
export type ReadCall = (callId: string, caller: Caller) => Promise<CallDoc>;

/** @throws AppError NOT_FOUND, also for a call that the caller may not see, so that its existence is not disclosed */
export function requireView<Call extends Owned>(call: Call | null, caller: Caller): Call {
  if (call === null || !mayView(call, caller)) {
    throw appError("NOT_FOUND", { text: "This call was not found." });
  }
  return call;
}

/** @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN where they are not its agent */
export function requireAgent<Call extends Owned>(call: Call | null, caller: Caller): Call {
  const visible = requireView(call, caller);
  if (!isAgentOf(visible, caller)) {
    throw appError("FORBIDDEN", { text: "Only the agent of this call may do that." });
  }
  return visible;
}

/**
 * Allows the call's agent, and roles that manage users of its organization.
 * @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN where they may only read it
 */
export function requireWrapUp<Call extends Owned>(call: Call | null, caller: Caller): Call {
  const visible = requireView(call, caller);
  if (!isAgentOf(visible, caller) && !may(caller.role, "manageUsers")) {
    throw appError("FORBIDDEN", { text: "Only the agent of this call, and managers, may do that." });
  }
  return visible;
}

/**
 * Allows roles with a capability in an organization, which platform administrators do not have.
 * @returns the organization
 * @throws AppError FORBIDDEN
 */
export function requireInOrganization(
  capability: Capability,
  { role, organizationId }: Pick<Caller, "role" | "organizationId">,
): string {
  if (organizationId === null || !may(role, capability)) throw appError("FORBIDDEN");
  return organizationId;
}

/**
 * Allows roles with a capability in the call's organization, except the call's own agent.
 * @throws AppError NOT_FOUND where the caller may not see the call, otherwise FORBIDDEN
 */
function requireAnother<Call extends Owned>(capability: Capability, call: Call | null, caller: Caller): Call {
  const visible = requireView(call, caller);
  requireInOrganization(capability, caller);
  if (isAgentOf(visible, caller)) throw appError("FORBIDDEN", { text: "This is your own call." });
  return visible;
}

/** For what is seen beside a call. @throws as `requireAnother` does */
export const requireWatcher = <Call extends Owned>(call: Call | null, caller: Caller): Call =>
  requireAnother("viewAllCalls", call, caller);

/** For what its agent gets from others. @throws as `requireAnother` does */
export const requireCoach = <Call extends Owned>(call: Call | null, caller: Caller): Call =>
  requireAnother("coach", call, caller);

/**
 * Allows roles that manage users of the call's organization, after the call's end.
 * @throws AppError NOT_FOUND where the caller may not see the call, FORBIDDEN, and INVALID_TRANSITION before its end
 */
export function requireDeletion<Call extends Owned & Pick<CallDoc, "status">>(
  call: Call | null,
  caller: Caller,
): Call {
  const visible = requireView(call, caller);
  if (!may(caller.role, "manageUsers")) throw appError("FORBIDDEN");
  if (visible.status === "active") {
    throw appError("INVALID_TRANSITION", { text: "This call is in progress. Delete it after it ends." });
  }
  return visible;
}

/**
 * For requests that are useful only while the call runs, and may cost money.
 * @throws AppError as `requireAgent` does, and INVALID_TRANSITION after the call's end
 */
export function requireSpeaker<Call extends Owned & Pick<CallDoc, "status">>(
  call: Call | null,
  caller: Caller,
): Call {
  return requireRunning(requireAgent(call, caller));
}

/** @throws AppError INVALID_TRANSITION after the call's end */
export function requireRunning<Call extends Pick<CallDoc, "status">>(call: Call): Call {
  if (call.status !== "active") throw appError("INVALID_TRANSITION", { text: "This call has ended." });
  return call;
}
