import type { UserAdministration } from "../administration/user-administration.ts";
import { auditEvent } from "../audit/event.ts";
import { accountOvertaken } from "../auth/account-problem.ts";
import { domainOf } from "../auth/accounts/organizations.ts";
import {
  isOpen,
  isRemoved,
  type ProvisionedFilter,
  type ProvisionedNames,
} from "../auth/accounts/provisioned-changes.ts";
import type { UserDoc, Users } from "../auth/accounts/users.ts";
import { appError, isAppError } from "../http/errors.ts";
import type { By } from "../http/guard.ts";
import type { Invitations } from "../invitations/invitations.ts";
import type { Outboxes } from "../mail/outboxes.ts";
import type { Sso } from "../sso/sso.ts";
import { fixedAddress } from "./patch.ts";
import type { Replacement, Wanted } from "./user-resource.ts";

interface ProvisioningDeps {
  users: Users;
  sso: Pick<Sso, "signInRulesOf">;
  administration: Pick<UserAdministration, "setStatus" | "decide">;
  invitations: Pick<Invitations, "settle">;
  outboxes: Outboxes;
}

/** More than enough for changes of one account that arrive meanwhile. */
const attemptsMax = 10;

/** The program, by its token. */
export type Program = By;

export type Provisioning = ReturnType<typeof createProvisioning>;

/** What a program does with the existing accounts of its organization, but never with an administrator's. */
export function createProvisioning(deps: ProvisioningDeps) {
  const { users, sso, administration, invitations, outboxes } = deps;

  /** @throws AppError NOT_FOUND, also for what another organization has and for what was removed */
  async function find({ caller }: Program, id: string): Promise<UserDoc> {
    const user = await users.findById(id);
    const isSeen =
      user !== null &&
      user.organizationId === caller.organizationId &&
      user.status !== "pending_verification" &&
      !isRemoved(user);
    if (!isSeen) throw appError("NOT_FOUND", { text: "This account was not found." });
    return user;
  }

  /**
   * A provider speaks for the organization's confirmed domains alone. Administrators and the emergency account let everybody
   * else in: no program locks them out.
   * @throws AppError FORBIDDEN
   */
  async function requireManaged(user: UserDoc, { caller }: Program): Promise<void> {
    const { domains, emergencyUserId } = await sso.signInRulesOf(caller.organizationId);
    if (!domains.includes(domainOf(user.email)))
      throw appError("FORBIDDEN", {
        text: "This account's address is not of an email domain that is confirmed for your organization. An administrator changes it, in User Management.",
      });
    if (user.role === "admin" || user._id === emergencyUserId)
      throw appError("FORBIDDEN", {
        text: "An administrator's account is changed in User Management, by another administrator.",
      });
  }

  /** @returns the account, as it was where it has these names, or where another request has changed it */
  async function setNames(user: UserDoc, wanted: Wanted, { caller, source }: Program, now: Date) {
    const names = newNames(user, wanted);
    if (names === undefined) return user;
    const audit = auditEvent("user.profile_changed", user._id, now, { actorId: caller.userId, source });
    return (await users.setProvisionedNames(user, names, audit)) ?? user;
  }

  /**
   * Lets the owner in or keeps them out; a change that another request has made already is none. One that another change has
   * overtaken, such as an approval, is made after it.
   */
  async function setActive(
    user: UserDoc,
    isActive: boolean,
    { caller, source }: Program,
    attempts = attemptsMax,
  ): Promise<void> {
    // The rules of account management for an administrator: those that are refused to a program were before.
    const by = { caller: { ...caller, role: "admin" as const }, source };
    const { _id: id, status, version } = user;
    if (isSettled(user, isActive)) return;
    try {
      if (!isActive) await administration.setStatus(by, id, "inactive");
      else if (status === "pending_approval") await administration.decide(by, id, { decision: "approve" });
      else await administration.setStatus(by, id, "active");
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.code !== "INVALID_TRANSITION") throw thrown;
      const now = await users.findById(id);
      if (now === null || now.version === version || attempts === 0) throw thrown;
      return setActive(now, isActive, { caller, source }, attempts - 1);
    }
  }

  async function change(by: Program, user: UserDoc, wanted: Wanted, now: Date): Promise<UserDoc> {
    if (!isChange(user, wanted)) return user;
    await requireManaged(user, by);
    // First, because it keeps somebody out.
    if (wanted.active === false) await setActive(user, false, by);
    await setNames(user, wanted, by, now);
    if (wanted.active === true) await setActive(user, true, by);
    outboxes.wake();
    const changed = await find(by, user._id);
    const isLetIn = user.status !== "active" && changed.status === "active";
    return isLetIn ? invitations.settle(changed, now) : changed;
  }

  return {
    find,
    requireManaged,
    setNames,

    list: ({ caller }: Program, filter: ProvisionedFilter, page: { skip: number; limit: number }) =>
      users.listProvisioned(caller.organizationId, filter, page),

    /** What is not said stays. Of an account that is deactivated, another address is dropped. */
    async replace(
      by: Program,
      id: string,
      { email, userName, ...wanted }: Replacement,
      now: Date,
    ): Promise<UserDoc> {
      const user = await find(by, id);
      const isSame = email === user.email;
      if (!isSame && wanted.active !== false) throw fixedAddress();
      return change(by, user, { ...wanted, ...(isSame && userName !== undefined && { userName }) }, now);
    },

    change,

    /** Deactivates the account, which the program then no longer sees. */
    async remove(by: Program, id: string): Promise<void> {
      const user = await find(by, id);
      await requireManaged(user, by);
      await setActive(user, false, by);
      const now = await users.findById(id);
      if (now === null || !(await users.setRemoved(now))) throw accountOvertaken();
    },
  };
}

/** The names and the id that the program wants; undefined where the account has them. */
function newNames(user: UserDoc, wanted: Wanted): ProvisionedNames | undefined {
  const known = user.provisioned?.externalId;
  const { firstName = user.firstName, lastName = user.lastName, externalId = known } = wanted;
  const shown = user.provisioned?.userName ?? user.email;
  const { userName = shown } = wanted;
  const isSame =
    firstName === user.firstName &&
    lastName === user.lastName &&
    (externalId ?? undefined) === known &&
    userName === shown;
  return isSame
    ? undefined
    : { firstName, lastName, externalId, userName: userName === user.email ? undefined : userName };
}

/** Whether nothing is left to be done for the owner to be let in, or kept out. */
const isSettled = ({ status }: UserDoc, isActive: boolean) =>
  isActive ? status === "active" : !isOpen(status);

function isChange(user: UserDoc, wanted: Wanted): boolean {
  const isActiveNew = wanted.active !== undefined && !isSettled(user, wanted.active);
  return isActiveNew || newNames(user, wanted) !== undefined;
}
