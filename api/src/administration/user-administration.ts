import {
  type AccountStatus,
  type ApprovalEffect,
  limits,
  type User,
  type UserStats,
} from "@souffleur/contracts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import { toDto, type Users } from "../auth/accounts/users.ts";
import type { Caller } from "../http/guard.ts";
import { createAccountChanges } from "./account-changes.ts";
import { createDecisions } from "./decisions.ts";
import { readTarget } from "./target.ts";

type UserAdministrationDeps = Parameters<typeof createDecisions>[0] &
  Parameters<typeof createAccountChanges>[0] & { users: Users; organizations: Organizations };

export type UserAdministration = ReturnType<typeof createUserAdministration>;

export function createUserAdministration(deps: UserAdministrationDeps) {
  const { users, organizations } = deps;
  return {
    stats: ({ organizationId }: Caller): Promise<UserStats> => users.countByStatus(organizationId),
    async list({ organizationId }: Caller, status?: AccountStatus): Promise<User[]> {
      return (await users.list(organizationId, status)).map(toDto);
    },
    async search({ organizationId }: Caller, text: string): Promise<User[]> {
      return (await users.search(organizationId, text, limits.searchResults)).map(toDto);
    },

    /** The effect of an approval, before it is made. @throws AppError NOT_FOUND, FORBIDDEN */
    async approvalEffect(caller: Caller, id: string): Promise<ApprovalEffect> {
      const { organizationId, organizationName, email } = await readTarget(users, caller, id);
      const isKnown =
        organizationName === undefined || (await organizations.find(organizationId)) !== undefined;
      return isKnown
        ? { founds: false, sameDomain: [], similarNames: [] }
        : { founds: true, ...(await organizations.resembling(organizationName, domainOf(email))) };
    },

    ...createDecisions(deps),
    ...createAccountChanges(deps),
  };
}
