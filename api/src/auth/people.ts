import type { Role } from "@souffleur/contracts";
import type { RightsOf } from "../http/guard.ts";
import { isActive } from "./account-problem.ts";
import type { Users } from "./accounts/users.ts";

/** More than the desk can show. */
const membersMax = 500;

export type People = ReturnType<typeof createPeople>;

/** What other features need to know of accounts. */
export function createPeople(users: Users) {
  const rightsOf: RightsOf = async (userId) => {
    const user = await users.findForRequest(userId);
    return user !== null && isActive(user) ? user : undefined;
  };
  return {
    rightsOf,
    /** The organization's first active accounts, by name. */
    async membersOf(organizationId: string): Promise<{ userId: string; name: string; role: Role }[]> {
      const members = await users.membersOf(organizationId, membersMax);
      return members.map(({ _id: userId, firstName, lastName, role }) => ({
        userId,
        name: `${firstName} ${lastName}`,
        role,
      }));
    },
    /** An active account of the organization. */
    async memberOf(
      organizationId: string,
      userId: string,
    ): Promise<{ userId: string; name: string } | undefined> {
      const user = await users.findForRequest(userId);
      if (user === null || user.organizationId !== organizationId || !isActive(user)) return undefined;
      return { userId, name: `${user.firstName} ${user.lastName}` };
    },
  };
}
