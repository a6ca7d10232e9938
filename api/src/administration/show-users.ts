import type { User } from "@souffleur/contracts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import { type ManagedFields, toManagedDto } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import { createSlices } from "../slices.ts";

export type ShowUser = ReturnType<typeof createShowUsers>["showUser"];

/** Accounts as administrators see them, with the present names of their organizations. */
export function createShowUsers(organizations: Organizations) {
  async function showUsers(accounts: readonly ManagedFields[]): Promise<User[]> {
    const ids = accounts.flatMap(({ organizationId }) => organizationId ?? []);
    const names = await organizations.namesOf(ids);
    const now = clock.now();
    const pause = createSlices();
    const shown: User[] = [];
    for (const account of accounts) {
      shown.push(toManagedDto(account, names.get(account.organizationId ?? ""), now));
      await pause();
    }
    return shown;
  }

  return {
    showUsers,
    showUser: async (account: ManagedFields): Promise<User> => {
      const organization = await organizations.find(account.organizationId);
      return toManagedDto(account, organization?.name, clock.now());
    },
  };
}
