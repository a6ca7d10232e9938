import {
  isAdmin,
  type Organization,
  isPlatformAdmin as platformAdmin,
  type User,
} from "@souffleur/contracts";
import type { Tab } from "./list-state.ts";

export type Action = "approve" | "reject" | "deactivate" | "reactivate";

/**
 * What `caller` may do with `target` on a tab. The server decides anew; this keeps buttons away that it
 * would refuse. Approvals stand on the Pending Approval tab alone, changes of the status on all others
 * (specification section 4).
 */
export function actionsFor(caller: User, target: User, tab: Tab): readonly Action[] {
  if (!mayChange(caller, target)) return [];
  if (tab === "pending") return target.status === "pending_approval" ? ["approve", "reject"] : [];
  if (target.status === "active") return ["deactivate"];
  return target.status === "inactive" ? ["reactivate"] : [];
}

/** Nobody changes himself, and a manager no admin and no other manager. */
function mayChange(caller: User, target: User): boolean {
  if (caller.id === target.id || !isAdmin(caller.role)) return false;
  return caller.role === "admin" || !isAdmin(target.role);
}

/** An admin without an organization sees everyone, of every organization. */
export function isPlatformAdmin(user: User, organization: Organization | null): boolean {
  return platformAdmin(user.role, organization);
}
