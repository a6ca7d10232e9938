import { auditEvent } from "../audit/event.ts";
import { domainOf, type Organizations } from "../auth/organizations.ts";
import type { UserDoc } from "../auth/user-model.ts";
import type { Users } from "../auth/users.ts";
import type { Administrators } from "./administrators.ts";

interface OrganizationFoundingDeps {
  users: Users;
  organizations: Organizations;
  administrators: Administrators;
}

/**
 * Makes administrators of an organization's founder and of accounts that the start creates. The account's
 * `founding` mark stays until all steps are done: a restart completes them.
 */
export function createOrganizationFounding({
  users,
  organizations,
  administrators,
}: OrganizationFoundingDeps) {
  /** The account as it is when its founding is over. */
  async function finish(user: UserDoc): Promise<UserDoc> {
    if (user.founding !== true) return user;
    try {
      const settled = await settle(user);
      return settled ?? (await users.findById(user._id)) ?? user;
    } catch (thrown) {
      // Nodes that start together complete the same foundings: another node may have completed this one.
      const current = await users.findById(user._id);
      if (current === null || current.founding === true) throw thrown;
      return current;
    }
  }

  async function settle(user: UserDoc): Promise<UserDoc | null> {
    const { _id: id, version, email, organizationName: name, industryType } = user;
    const now = new Date();
    if (user.organizationId !== null && name !== undefined) {
      const wanted = {
        name,
        founderId: id,
        domain: domainOf(email),
        ...(industryType !== undefined && { industryType }),
      };
      const organization = await organizations.found(wanted, now);
      // Of two founders one wins; the other joins the organization.
      if (organization.founderId !== id) {
        const set = { organizationName: organization.name };
        return users.change({ id, version }, { set, unset: ["founding"] });
      }
    }
    const action = user.organizationId === null ? "administrator.created" : "organization.founded";
    return administrators.change(
      user,
      "active",
      auditEvent(action, id, now, { from: user.role, to: "admin" }),
    );
  }

  return {
    finish,
    /** Completes foundings that a crash interrupted. */
    async repair(): Promise<void> {
      for (const user of await users.findFounding()) await finish(user);
    },
  };
}
