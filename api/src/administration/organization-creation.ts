import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { clock } from "../clock.ts";
import type { Administrators } from "./administrators.ts";

interface OrganizationCreationDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
}

/**
 * Makes an organization's founder, and accounts that the start creates, administrators. The account's mark `founding`
 * stays until all steps are done, so that a restart can complete them.
 */
export function createOrganizationCreation({
  users,
  organizations,
  administrators,
}: OrganizationCreationDeps) {
  /** Completes the account's founding, if it has one under way; returns the account. */
  async function finish(user: UserDoc): Promise<UserDoc> {
    if (user.founding !== true) return user;
    try {
      const settled = await settle(user);
      return settled ?? (await users.findById(user._id)) ?? user;
    } catch (thrown) {
      // Processes that start at the same time complete the same foundings: another one may have been faster.
      const current = await users.findById(user._id);
      if (current === null || current.founding === true) throw thrown;
      return current;
    }
  }

  async function settle(user: UserDoc): Promise<UserDoc | null> {
    const { _id: id, version, email, organizationName: name, industryType } = user;
    const now = clock.now();
    if (user.organizationId !== null && name !== undefined) {
      const wanted = {
        id: user.organizationId,
        name,
        founderId: id,
        domain: domainOf(email),
        ...(industryType !== undefined && { industryType }),
      };
      const organization = await organizations.found(wanted, now);
      // Another user has founded it at the same time: this one joins it.
      if (organization.founderId !== id) {
        const set = { organizationId: organization.id };
        return users.change({ id, version }, { set, unset: ["founding"] });
      }
    }
    const action = user.organizationId === null ? "administrator.created" : "organization.founded";
    const audit = auditEvent(action, id, now, { from: user.role, to: "admin" });
    return administrators.change(user, { to: "active", audit });
  }

  return {
    finish,
    /** Completes foundings that a crash interrupted. */
    async repair(): Promise<void> {
      for (const user of await users.findFounding()) await finish(user);
    },
  };
}
