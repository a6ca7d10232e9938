import {
  type AccountStatus,
  type ApprovalEffect,
  limits,
  type User,
  type UserStats,
} from "@souffleur/contracts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { Users } from "../auth/accounts/users.ts";
import type { Caller } from "../http/guard.ts";
import { createAccountChanges } from "./account-changes.ts";
import { createDecisions } from "./decisions.ts";
import { createPasswordLinks } from "./password-links.ts";
import { createShowUsers } from "./show-users.ts";
import { readTarget } from "./target.ts";

type UserAdministrationDeps = Omit<
  Parameters<typeof createDecisions>[0] &
    Parameters<typeof createAccountChanges>[0] &
    Parameters<typeof createPasswordLinks>[0],
  "showUser"
> & { users: Users; organizations: Organizations };

export type UserAdministration = ReturnType<typeof createUserAdministration>;

export function createUserAdministration(deps: UserAdministrationDeps) {
  const { users, organizations } = deps;
  const { showUser, showUsers } = createShowUsers(organizations);
  return {
    stats: ({ organizationId }: Caller): Promise<UserStats> => users.countByStatus(organizationId),
    async list({ organizationId }: Caller, status?: AccountStatus): Promise<User[]> {
      return showUsers(await users.list(organizationId, status));
    },
    async search({ organizationId }: Caller, text: string): Promise<User[]> {
      return showUsers(await users.search(organizationId, text, limits.searchResults));
    },

    /** The effect of an approval, before it is made. @throws AppError NOT_FOUND, FORBIDDEN */
    async approvalEffect(caller: Caller, id: string): Promise<ApprovalEffect> {
      const { organizationId, organizationName, email } = await readTarget(users, caller, id);
      const isKnown =
        organizationName === undefined ||
        (await organizations.joinedBy({ organizationId, organizationName })) !== undefined;
      return isKnown
        ? { founds: false, sameDomain: [], similarNames: [], organizations: [] }
        : { founds: true, ...(await organizations.resembling(organizationName, domainOf(email))) };
    },

    ...createDecisions({ ...deps, showUser }),
    ...createAccountChanges({ ...deps, showUser }),
    ...createPasswordLinks({ ...deps, showUser }),
  };
}
