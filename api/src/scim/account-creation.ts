import { randomUUID } from "node:crypto";
import { auditEvent } from "../audit/event.ts";
import { sealEvent } from "../audit/event-seal.ts";
import { domainOf, type Organizations } from "../auth/accounts/organizations.ts";
import {
  asNew,
  isAnotherPerson,
  isRemoved,
  requireReturnable,
} from "../auth/accounts/provisioned-changes.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import type { Passwords } from "../auth/passwords/passwords.ts";
import type { Keyring } from "../crypto/keyring.ts";
import type { Capacity } from "../database/capacity.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Sso } from "../sso/sso.ts";
import type { Program, Provisioning } from "./provisioning.ts";
import { addressTaken, domainUnconfirmed } from "./scim-error.ts";
import { namesFor, type WantedUser } from "./user-resource.ts";

interface AccountCreationDeps {
  users: Users;
  organizations: Organizations;
  passwords: Pick<Passwords, "ofNobody">;
  keys: Keyring;
  sso: Pick<Sso, "signInRulesOf">;
  provisioning: Pick<Provisioning, "requireManaged" | "setNames">;
  invitations: Pick<Invitations, "settle" | "invitedRole">;
  /** Of active accounts, and of all. */
  capacity: Pick<Capacity, "take">;
  stored: Pick<Capacity, "take">;
  outboxes: Outboxes;
}

export type AccountCreation = ReturnType<typeof createAccountCreation>;

/** How a program adds accounts to its organization: new ones, and those that it has removed before. */
export function createAccountCreation(deps: AccountCreationDeps) {
  const { users, organizations, passwords, keys, sso, provisioning, capacity, stored, outboxes } = deps;
  const { invitations } = deps;

  /** With the invited role, if any, once the owner may sign in: an invitation is used by an account that is active. */
  const roleOf = ({ email, active }: WantedUser, { caller }: Program, now: Date) =>
    active === false ? "agent" : invitations.invitedRole(caller.organizationId, email, now);

  /**
   * Brings a removed account back as a new one, without a password, as its address may be another person's by now. Null where
   * another request was faster.
   */
  async function restore(user: UserDoc, wanted: WantedUser, by: Program, now: Date) {
    const { _id: id, status, version } = user;
    const to = wanted.active === false ? "inactive" : "active";
    if (to === "active") await capacity.take(by.caller.organizationId);
    const role = await roleOf(wanted, by, now);
    const audit = auditEvent("user.provisioned", id, now, {
      actorId: by.caller.userId,
      from: status,
      to: `${to}, ${role}`,
      source: by.source,
    });
    const { set, unset } = asNew(passwords.ofNobody(), role);
    const restored = await users.change(
      { id, status, version },
      { set: { ...set, status: to }, unset, byProgramFrom: status, newEpoch: true, audit },
    );
    return restored === null ? null : provisioning.setNames(restored, wanted, by, now);
  }

  /** Of a removed account: another person has its address by now, and gets an account of their own. */
  async function replace(user: UserDoc, wanted: WantedUser, by: Program, now: Date) {
    await provisioning.requireManaged(user, by);
    requireReturnable(user);
    if (!isAnotherPerson(user, wanted)) return restore(user, wanted, by, now);
    const email = `left-${user._id}@${domainOf(user.email)}`;
    await provisioning.setNames(user, { email, userName: email }, by, now);
    return join(wanted, by, now);
  }

  async function join(wanted: WantedUser, by: Program, now: Date): Promise<UserDoc | null> {
    const { caller, source } = by;
    const { organizationId } = caller;
    const { email, externalId, userName = email } = wanted;
    const organization = await organizations.find(organizationId);
    const role = await roleOf(wanted, by, now);
    const passwordHash = passwords.ofNobody();
    const status = wanted.active === false ? "inactive" : "active";
    if (status === "active") await capacity.take(organizationId);
    await stored.take(organizationId);
    // Of several requests at once, one finds its own, and the others that of another.
    const acceptance = randomUUID();
    const joined = await users.join(email, (id) => ({
      _id: id,
      email,
      ...namesFor(wanted),
      passwordHash,
      withoutPassword: true,
      role,
      status,
      organizationId,
      ...(organization !== undefined && { organizationName: organization.name }),
      createdAt: now,
      requestedAt: now,
      verifiedAt: now,
      version: 0,
      epoch: 0,
      acceptance,
      provisioned: {
        ...(typeof externalId === "string" && { externalId }),
        ...(userName !== email && { userName }),
        ...(status === "inactive" && { deactivated: true }),
      },
      outbox: [],
      audit: [
        sealEvent(
          keys,
          auditEvent("user.provisioned", id, now, {
            actorId: caller.userId,
            to: `${status}, ${role}`,
            source,
          }),
        ),
      ],
    }));
    if (joined !== null) await organizations.addDomain(organizationId, domainOf(email));
    return joined;
  }

  return {
    /** @throws AppError, or a refusal of SCIM where the address is not the organization's or has an account */
    async create(by: Program, wanted: WantedUser, now: Date): Promise<UserDoc> {
      const { organizationId } = by.caller;
      const { domains } = await sso.signInRulesOf(organizationId);
      if (!domains.includes(domainOf(wanted.email))) throw domainUnconfirmed();
      const known = await users.findByEmail(wanted.email, now);
      const isOwn = known?.organizationId === organizationId;
      const user =
        known !== null && isOwn && isRemoved(known)
          ? await replace(known, wanted, by, now)
          : await join(wanted, by, now);
      // Of any organization: whose it is stays untold.
      if (user === null) throw addressTaken();
      outboxes.wake();
      return invitations.settle(user, now);
    },
  };
}
