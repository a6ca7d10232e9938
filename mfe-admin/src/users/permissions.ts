import { isAdmin, rolesGivenBy, type User } from "@souffleur/contracts";
import type { Tab } from "./table/tabs.ts";

/** The buttons at the end of a row. */
export type RowAction = "approve" | "reject" | "deactivate" | "reactivate";
export type Action =
  | RowAction
  | "changeRole"
  | "sendMailAgain"
  | "sendPasswordLink"
  | "resetPasskeys"
  | "forgetSignIn";

/**
 * The actions that `caller` may perform on `target` on a tab. The server checks them again; this hides buttons that it
 * would refuse. Approvals are on the Pending Approval tab only, changes of the status on all others.
 */
export function actionsFor(caller: User, target: User, tab: Tab): readonly RowAction[] {
  if (!mayChange(caller, target)) return [];
  if (tab === "pending") return target.status === "pending_approval" ? ["approve", "reject"] : [];
  if (target.status === "active") return ["deactivate"];
  return target.status === "inactive" ? ["reactivate"] : [];
}

/** Whether `caller` may give `target` another role, on a tab of accounts that were approved. */
export function mayChangeRole(caller: User, target: User, tab: Tab): boolean {
  const isApproved = target.status === "active" || target.status === "inactive";
  // An administrator of the platform has no organization, and without one there is no other role.
  const isPlatform = target.role === "admin" && target.organizationName === undefined;
  return tab !== "pending" && isApproved && !isPlatform && mayChange(caller, target);
}

/** Whether `caller` may help `target` in again: by a mailed link to choose a new password, or by forgetting what does not work. */
export function mayRecover(caller: User, target: User, tab: Tab): boolean {
  return tab !== "pending" && target.status === "active" && mayChange(caller, target);
}

/** Whether `caller` may have the last email to `target` sent again, which was not delivered. */
export function mayRepeatMail(caller: User, target: User): boolean {
  return target.mailFailure?.isRepeatable === true && mayChange(caller, target);
}

/** Users can't change themselves; managers can't change admins or other managers. */
function mayChange(caller: User, target: User): boolean {
  return (
    caller.id !== target.id &&
    isAdmin(caller.role) &&
    rolesGivenBy(caller.role).some((role) => role === target.role)
  );
}
