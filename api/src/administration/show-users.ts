import type { User } from "@souffleur/contracts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { type DtoFields, toDto } from "../auth/accounts/users.ts";

export type ShowUser = ReturnType<typeof createShowUsers>["showUser"];

/** Accounts as answers hold them, with the present names of their organizations. */
export function createShowUsers(organizations: Organizations) {
  async function showUsers(accounts: readonly DtoFields[]): Promise<User[]> {
    const ids = accounts.flatMap(({ organizationId }) => organizationId ?? []);
    const names = await organizations.namesOf(ids);
    return accounts.map((account) => toDto(account, names.get(account.organizationId ?? "")));
  }

  return {
    showUsers,
    showUser: async (account: DtoFields): Promise<User> => {
      const organization = await organizations.find(account.organizationId);
      return toDto(account, organization?.name);
    },
  };
}
