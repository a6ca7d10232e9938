import { type ApprovalEffect, type Role, rolesGivenBy } from "@souffleur/contracts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import type { Caller } from "../http/guard.ts";
import { readTarget } from "./target.ts";

/** Addresses that were invited to an organization. */
export interface Invited {
  /** Undefined where an address was not, or no longer. */
  roleOf(organizationId: string, email: string, now: Date): Promise<Role | undefined>;
  /** An address needs its invitation no more. */
  close(organizationId: string, email: string): Promise<void>;
}

interface ApprovalEffectsDeps {
  users: Users;
  organizations: Organizations;
  invited: Pick<Invited, "roleOf">;
}

export type ApprovalEffects = ReturnType<typeof createApprovalEffects>;

export function createApprovalEffects({ users, organizations, invited }: ApprovalEffectsDeps) {
  /** With which the person was invited, where the caller may give it. */
  async function invitedRole({ role }: Caller, organizationId: string | undefined, email: string) {
    if (organizationId === undefined) return undefined;
    const wanted = await invited.roleOf(organizationId, email, clock.now());
    return rolesGivenBy(role).find((given) => given === wanted);
  }

  return {
    invitedRole,

    /** The effect of an approval, before it is made. @throws AppError NOT_FOUND, FORBIDDEN */
    async approvalEffect(caller: Caller, id: string): Promise<ApprovalEffect> {
      const user = await readTarget(users, caller, id);
      const { organizationName, email } = user;
      const organization = await organizations.joinedBy(user);
      if (organization === undefined && organizationName !== undefined)
        return { founds: true, ...(await organizations.resembling(organizationName, domainOf(email))) };
      const role = await invitedRole(caller, organization?.id, email);
      return {
        founds: false,
        sameDomain: [],
        similarNames: [],
        organizations: [],
        ...(role !== undefined && { invitedRole: role }),
      };
    },
  };
}
