import { may } from "@souffleur/contracts";
import { appError } from "../http/errors.ts";
import type { Member } from "../http/guard.ts";
import type { CustomerDoc } from "./customer-model.ts";

type Who = Pick<Member, "userId" | "role" | "organizationId">;

/** A query for the customers that somebody may see: agents their own and those without an owner, others all of the organization. */
export function visibleTo({ userId, role, organizationId }: Who) {
  return may(role, "viewAllCalls")
    ? { organizationId }
    : { organizationId, ownerId: { $in: [userId, null] } };
}

export function maySee(
  { ownerId }: Pick<CustomerDoc, "ownerId">,
  { userId, role }: Pick<Who, "userId" | "role">,
) {
  return ownerId === null || ownerId === userId || may(role, "viewAllCalls");
}

/** A query for the customers that somebody may change. */
export const changeableBy = ({ userId, role, organizationId }: Who) => ({
  organizationId,
  ...(!may(role, "manageUsers") && { ownerId: { $in: [userId, null] } }),
});

export function mayChange({ ownerId }: Pick<CustomerDoc, "ownerId">, { userId, role }: Who): boolean {
  return ownerId === null || ownerId === userId || may(role, "manageUsers");
}

/** @throws AppError FORBIDDEN for a caller who may only read the customer */
export function requireChange(customer: CustomerDoc, caller: Who): void {
  if (!mayChange(customer, caller)) throw forbidden();
}

/** What has no owner is everybody's, and is deleted by those who manage users. @throws AppError FORBIDDEN */
export function requireDeletion({ ownerId }: CustomerDoc, { userId, role }: Who): void {
  if (ownerId !== userId && !may(role, "manageUsers")) throw forbidden();
}

const forbidden = () =>
  appError("FORBIDDEN", { text: "Only the owner of this customer, and managers, may do that." });
