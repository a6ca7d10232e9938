import { type AccountStatus, limits, type User, type UserStats } from "@souffleur/contracts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import type { ListedAccount, Users } from "../auth/accounts/users.ts";
import { badCursor, cursorTo, placeOf } from "../http/cursor.ts";
import type { Caller } from "../http/guard.ts";
import { inSlices } from "../slices.ts";
import { createAccountChanges } from "./account-changes.ts";
import { createApprovalEffects } from "./approval-effects.ts";
import { createDecisions } from "./decisions.ts";
import { createPasswordLinks } from "./password-links.ts";
import { createShowUsers } from "./show-users.ts";
import { createUndeliveredMails } from "./undelivered-mails.ts";

type UserAdministrationDeps = Omit<
  Parameters<typeof createDecisions>[0] &
    Parameters<typeof createAccountChanges>[0] &
    Parameters<typeof createApprovalEffects>[0] &
    Parameters<typeof createPasswordLinks>[0],
  "showUser" | "invitedRole"
> & { users: Users; organizations: Organizations };

const cursorToAccount = ({ requestedAt, _id }: ListedAccount) => cursorTo(`${requestedAt.getTime()} ${_id}`);

/** @throws AppError VALIDATION_ERROR */
function accountAt(cursor: string): ListedAccount {
  const [ms, id] = placeOf(cursor).split(" ", 2);
  const requestedAt = new Date(Number(ms));
  if (id === undefined || Number.isNaN(requestedAt.getTime())) throw badCursor();
  return { _id: id, requestedAt };
}

export type UserAdministration = ReturnType<typeof createUserAdministration>;

export function createUserAdministration(deps: UserAdministrationDeps) {
  const { users, organizations } = deps;
  const { showUser, showUsers } = createShowUsers(organizations);
  const { invitedRole, approvalEffect } = createApprovalEffects(deps);
  return {
    approvalEffect,
    stats: ({ organizationId }: Caller): Promise<UserStats> => users.countByStatus(organizationId),
    /** @throws AppError VALIDATION_ERROR for a cursor that is none */
    async list(
      { organizationId }: Caller,
      { limit = limits.usersListedMax, cursor }: { limit?: number | undefined; cursor?: string | undefined },
      status?: AccountStatus,
    ): Promise<{ users: User[]; nextCursor?: string }> {
      const after = cursor === undefined ? undefined : accountAt(cursor);
      const wanted = { limit: limit + 1, after, ...(status !== undefined && { status }) };
      const found = await inSlices(users.list(organizationId, wanted));
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const isMore = found.length > limit && last !== undefined;
      return { users: await showUsers(page), ...(isMore && { nextCursor: cursorToAccount(last) }) };
    },
    async search({ organizationId }: Caller, text: string): Promise<User[]> {
      return showUsers(await users.search(organizationId, text, limits.searchResults));
    },

    ...createDecisions({ ...deps, showUser, invitedRole }),
    ...createAccountChanges({ ...deps, showUser }),
    ...createPasswordLinks({ ...deps, showUser }),
    ...createUndeliveredMails({ ...deps, showUser }),
  };
}
