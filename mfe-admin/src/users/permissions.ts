import { isAdmin, type User } from "@souffleur/contracts";
import type { Tab } from "./table/tabs.ts";

export type Action = "approve" | "reject" | "deactivate" | "reactivate";

/**
 * The actions that `caller` may perform on `target` on a tab. The server checks them again; this hides buttons that it
 * would refuse. Approvals are on the Pending Approval tab only, changes of the status on all others (specification
 * section 4).
 */
export function actionsFor(caller: User, target: User, tab: Tab): readonly Action[] {
  if (!mayChange(caller, target)) return [];
  if (tab === "pending") return target.status === "pending_approval" ? ["approve", "reject"] : [];
  if (target.status === "active") return ["deactivate"];
  return target.status === "inactive" ? ["reactivate"] : [];
}

/** Users can't change themselves; managers can't change admins or other managers. */
function mayChange(caller: User, target: User): boolean {
  if (caller.id === target.id || !isAdmin(caller.role)) return false;
  return caller.role === "admin" || !isAdmin(target.role);
}
