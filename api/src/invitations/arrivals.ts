import { randomUUID } from "node:crypto";
import type { Role } from "@souffleur/contracts";
import type { Administrators } from "../administration/administrators.ts";
import { auditEvent } from "../audit/event.ts";
import { noRoom } from "../auth/account-problem.ts";
import type { Organizations } from "../auth/accounts/organizations.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Capacity } from "../database/capacity.ts";
import { isAppError } from "../http/errors.ts";
import { queuedMail } from "../mail/outbox.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Arrival, InvitationDoc, InvitationRecords } from "./invitation-records.ts";
import { type SignInRulesOf, wayOf } from "./ways.ts";

interface ArrivalsDeps {
  records: InvitationRecords;
  users: Users;
  organizations: Pick<Organizations, "joinedBy">;
  administrators: Administrators;
  capacity: Pick<Capacity, "take">;
  outboxes: Outboxes;
  isFounded(invitation: InvitationDoc): Promise<boolean>;
  rulesOf: SignInRulesOf;
}

export interface Way {
  role?: Role | undefined;
  isMailed?: boolean;
  byPassword?: boolean;
}

export type Arrivals = ReturnType<typeof createArrivals>;

/**
 * Invited people who come in another way than by their link: through the identity provider, by a program, by registering. The
 * invitation is used first, as by its link, and remembers which state of which account it is for: a restart completes it.
 */
export function createArrivals(deps: ArrivalsDeps) {
  const { records, users, organizations, administrators, capacity, outboxes, isFounded, rulesOf } = deps;

  /** Does nothing to an account that was changed since. */
  async function finish({ _id, organizationId }: InvitationDoc, arrival: Arrival): Promise<void> {
    const { id, userId, version, role, isMailed, at } = arrival;
    const user = await users.findById(userId);
    if (user?.version === version) {
      const { status } = user;
      const audit = auditEvent("invitation.accepted", userId, at, {
        actorId: userId,
        from: status,
        to: `active, ${role}`,
        reason: _id,
      });
      const mails = isMailed ? [queuedMail("approved", at)] : [];
      if (role === "admin") await administrators.change(user, { to: "active", organizationId, audit, mails });
      else
        await users.change(
          { id: userId, status, version },
          { set: { status: "active", role, organizationId }, audit, mails },
        );
    }
    await records.endAcceptance(_id, id, "accepted");
    outboxes.wake();
  }

  /** Undefined without an invitation that its sender could still send. */
  async function roleOf(organizationId: string, email: string, now: Date): Promise<Role | undefined> {
    const found = await records.findOpen(organizationId, email, now);
    return found !== null && (await isFounded(found)) ? found.role : undefined;
  }

  return {
    finish,
    roleOf,

    /**
     * Gives an account that has just joined, or waits to join, an organization that has invited its address the invited role.
     * Without an invitation, or without room, it stays as it is.
     * @param role the one that a provider gives now, which counts more than an invited one below administrator
     * @param byPassword that the owner has chosen: it stays as it is, too, where the address does not sign in by one
     * @returns the account as it is then
     */
    async settle(
      user: UserDoc,
      now: Date,
      { role, isMailed = false, byPassword = false }: Way = {},
    ): Promise<UserDoc> {
      const { _id: userId, email, status, version } = user;
      const organization = await organizations.joinedBy(user);
      if (organization === undefined || (status !== "active" && status !== "pending_approval")) return user;
      if (byPassword && wayOf(email, await rulesOf(organization.id)) !== "password") return user;
      const found = await records.findOpen(organization.id, email, now);
      if (found === null || user.role === "admin" || !(await isFounded(found))) return user;
      if (status !== "active" && !(await hasRoom(organization.id))) return user;
      const given = found.role === "admin" ? found.role : (role ?? found.role);
      const arrival = { id: randomUUID(), userId, version, role: given, isMailed, at: now };
      const begun = await records.beginArrival(found, arrival, now);
      if (begun !== null) await finish(begun, arrival);
      return (await users.findById(userId)) ?? user;
    },

    /** The role that an account has from its beginning, before its invitation is used; an administrator becomes one after it. */
    async invitedRole(organizationId: string, email: string, now: Date): Promise<Role> {
      const role = await roleOf(organizationId, email, now);
      return role === undefined || role === "admin" ? "agent" : role;
    },

    /** A person has decided on the account of an invited address. */
    async close(organizationId: string, email: string): Promise<void> {
      await records.close(organizationId, email);
    },
  };

  async function hasRoom(organizationId: string): Promise<boolean> {
    try {
      await capacity.take(organizationId, noRoom);
      return true;
    } catch (thrown) {
      if (isAppError(thrown) && thrown.code === "LIMIT_REACHED") return false;
      throw thrown;
    }
  }
}
